export interface SignupFields {
  user: string
  email: string
  password: string
  again: string
}

/** Returns the error of the spec's two rules, in its words; undefined if the form is valid. */
export function signupProblem({ user, email, password, again }: SignupFields): string | undefined {
  if ([user.trim(), email.trim(), password, again].includes('')) return 'Please fill in all fields.'
  if (password !== again) return 'Passwords do not match.'
  return undefined
}
