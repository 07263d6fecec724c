/** Elements in groups of one shape each, in their order. */
export function alike(elements: readonly Element[], shapeOf: (element: Element) => string): Element[][] {
  const groups = new Map<string, Element[]>();
  for (const element of elements) {
    const shape = shapeOf(element);
    const group = groups.get(shape);
    if (group === undefined) groups.set(shape, [element]);
    else group.push(element);
  }
  return [...groups.values()];
}
