/**
 * The spec's local storage key for the signed-in member. Read by `readStoredMember` in src/startup.
 */
const KEY = 'bc_user'

export const rememberMember = (username: string) => localStorage.setItem(KEY, JSON.stringify({ username }))

export const clearRememberedMember = () => localStorage.removeItem(KEY)
