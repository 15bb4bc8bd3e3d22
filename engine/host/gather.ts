/** Adds a value to the list that a map has for a key. */
export const gather = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const there = lists.get(key)
  if (there === undefined) lists.set(key, [value])
  else there.push(value)
}
