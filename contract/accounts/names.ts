/** What names compare by: without regard to case, as they are unique. */
export const nameKey = (name: string) => name.normalize('NFKC').toLowerCase()

/** Whether both name the same member. */
export const isSameName = (a: string, b: string) => nameKey(a) === nameKey(b)

/** Whether all characters of `term` stand in `name` in their order: forgives case and letters that were left out. */
export function hasLettersOf(name: string, term: string): boolean {
  let from = 0
  const key = nameKey(name)
  return Array.from(nameKey(term)).every((letter) => {
    const at = key.indexOf(letter, from)
    from = at + letter.length
    return at >= 0
  })
}

/** Whether it is the author of activity posts, which takes neither follows nor messages. */
export const isSystem = (name: string): boolean => isSameName(name, 'System')
