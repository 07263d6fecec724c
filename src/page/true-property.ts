/**
 * The getter of one property of DOM nodes, off the prototype that has it: a form answers with its fields to the names of
 * its own properties. To be called on a node, there and then: a function around it makes each call three times as slow.
 * Sent to browser pages as text.
 */
export function trueProperty<Value>(name: string): (this: Node) => Value {
  let holder: object | null = HTMLElement.prototype;
  while (holder !== null && !Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder);
  const get = holder === null ? undefined : Object.getOwnPropertyDescriptor(holder, name)?.get;
  return get ?? (() => undefined as Value);
}
