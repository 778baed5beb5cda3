/** How a deleted member is called in what others keep: their messages and swaps. Nobody can sign up under such a name. */
export const deletedMemberName = (id: number): string => `Deleted member ${id}`

/** Whether a name stands for somebody who has deleted their account. */
export const isDeletedMember = (name: string): boolean => /^deleted member \d+$/i.test(name)
