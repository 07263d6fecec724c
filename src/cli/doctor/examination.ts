/** One thing that was looked at. A warning leaves everything working; a fault does not. */
export interface Examination {
  readonly subject: string;
  readonly state: 'ok' | 'warning' | 'fault';
  readonly detail: string;
  /** What to do about it. */
  readonly cure?: string;
}
