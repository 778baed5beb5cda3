/**
 * Returns the name of a deleted member in data of other members: messages and swaps. Such a name
 * can't be registered.
 */
export const deletedMemberName = (id: number): string => `Deleted member ${id}`

/** Returns whether a name is that of a deleted member. */
export const isDeletedMember = (name: string): boolean => /^deleted member \d+$/i.test(name)
