/**
 * Returns a deleted member's name in other members' data: messages and swaps. Such a name can't be
 * registered.
 */
export const deletedMemberName = (id: number): string => `Deleted member ${id}`

export const isDeletedMember = (name: string): boolean => /^deleted member \d+$/i.test(name)
