/** Returns the key by which names are compared and unique: case-insensitive. */
export const nameKey = (name: string) => name.normalize('NFKC').toLowerCase()

export const isSameName = (a: string, b: string) => nameKey(a) === nameKey(b)

/** Returns whether `name` contains the characters of `term` in their order, in any case. */
export function containsInOrder(name: string, term: string): boolean {
  let from = 0
  const key = nameKey(name)
  return Array.from(nameKey(term)).every((letter) => {
    const at = key.indexOf(letter, from)
    from = at + letter.length
    return at >= 0
  })
}

/** Returns whether this is the author of activity posts, which takes neither follows nor messages. */
export const isSystem = (name: string): boolean => isSameName(name, 'System')
