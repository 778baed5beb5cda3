import * as v from 'valibot'

/** The spec's local storage key: who is signed in here, for the first moment of a start. IndexedDB has the last word. */
const KEY = 'bc_user'
const Remembered = v.pipe(v.string(), v.parseJson(), v.object({ username: v.pipe(v.string(), v.minLength(1)) }))

export function rememberedMember(): string | null {
  const stored = v.safeParse(Remembered, localStorage.getItem(KEY))
  return stored.success ? stored.output.username : null
}

export const rememberMember = (username: string) => localStorage.setItem(KEY, JSON.stringify({ username }))

export const forgetMember = () => localStorage.removeItem(KEY)
