/** Returns the name that other members see for a deleted member. It can't be registered. */
export const deletedMemberName = (id: number): string => `Deleted member ${id}`

export const isDeletedMember = (name: string): boolean => /^deleted member \d+$/i.test(name)
