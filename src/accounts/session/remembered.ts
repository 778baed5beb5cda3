import { MEMBER_KEY } from '#contract/storage-names.ts'

/** Stores the signed-in member, which `readStoredMember` in src/startup reads. */
export const rememberMember = (username: string) => localStorage.setItem(MEMBER_KEY, JSON.stringify({ username }))

export const clearRememberedMember = () => localStorage.removeItem(MEMBER_KEY)
