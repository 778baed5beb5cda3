/** What names compare by: without regard to case, as they are unique. */
export const nameKey = (name: string) => name.normalize('NFKC').toLowerCase()

/** Whether both name the same member. */
export const isSameName = (a: string, b: string) => nameKey(a) === nameKey(b)
