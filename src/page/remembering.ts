/** A function that looks at each text once: sites call hundreds of elements the same. To be let go of with what it was made for. */
export function remembering<Found>(find: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = find(text);
      known.set(text, found);
    }
    return found;
  };
}
