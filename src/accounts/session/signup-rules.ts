export interface SignupFields {
  user: string
  email: string
  password: string
  again: string
}

/** The spec's two rules, in its words; undefined when the form may be sent. */
export function signupProblem({ user, email, password, again }: SignupFields): string | undefined {
  if ([user.trim(), email.trim(), password, again].includes('')) return 'Please fill in all fields.'
  if (password !== again) return 'Passwords do not match.'
  return undefined
}
