/** The spec's local storage key: who is signed in here. Read by `readStoredMember` in src/startup. */
const KEY = 'bc_user'

export const rememberMember = (username: string) => localStorage.setItem(KEY, JSON.stringify({ username }))

export const forgetMember = () => localStorage.removeItem(KEY)
