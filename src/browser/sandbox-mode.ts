/** `auto`: on wherever the system allows it, and a warning where not. `required`: no browser without it. */
export type SandboxMode = 'auto' | 'required' | 'off';
