import { EMAIL_INVALID, isEmail } from '#contract/accounts/profile.ts'
import { isPasswordTooShort, PASSWORD_TOO_SHORT } from '#contract/accounts/session.ts'

export interface SignupFields {
  user: string
  email: string
  password: string
  again: string
}

export const PASSWORD_HINT = 'At least 8 characters, neither common nor your username.'

/** Returns the problems of a form; empty if the server is to check it. Two are the spec's. */
export function findSignupProblems({ user, email, password, again }: SignupFields): readonly string[] {
  const isIncomplete = [user.trim(), email.trim(), password, again].includes('')
  const unsendable = [
    ...(isIncomplete ? ['Please fill in all fields.'] : []),
    ...(password !== again && password !== '' && again !== '' ? ['Passwords do not match.'] : []),
  ]
  if (unsendable.length === 0) return []
  const isUnfit = {
    email: email.trim() !== '' && !isEmail(email),
    password: password !== '' && isPasswordTooShort(password),
  }
  return [...unsendable, ...(isUnfit.email ? [EMAIL_INVALID] : []), ...(isUnfit.password ? [PASSWORD_TOO_SHORT] : [])]
}
