import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { useAttempt } from '../useAttempt.ts'
import { signUp } from './sign-in.ts'
import { type SignupFields, signupProblem } from './signup-rules.ts'

const fields: readonly (ComponentProps<typeof TextField> & { name: keyof SignupFields })[] = [
  { name: 'user', label: 'Music account user id', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    hint: 'The longer, the safer.',
  },
  { name: 'again', label: 'Re-enter password', type: 'password', autoComplete: 'new-password' },
]

/** Signs up and leads to /login. The form stays filled after a failure. */
export function SignupForm({ next, invitation }: { next: string; invitation: string | undefined }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<SignupFields>({ user: '', email: '', password: '', again: '' })
  const { failure, isBusy, fail, attempt } = useAttempt('An error occurred while signing up.')

  const create = async () => {
    await signUp({ user: typed.user.trim(), email: typed.email.trim(), password: typed.password, invitation })
    toast({ title: 'Welcome. Log in with your new account.' })
    await navigate({ to: '/login', search: { next } })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const problem = signupProblem(typed)
    fail(problem)
    if (problem === undefined) void attempt(create)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="l">
        {failure && <Alert>{failure}</Alert>}
        {fields.map((field) => (
          <TextField
            key={field.name}
            {...field}
            value={typed[field.name]}
            onChange={(event) => setTyped({ ...typed, [field.name]: event.target.value })}
          />
        ))}
        <Button type="submit" block busy={isBusy}>
          Sign Up
        </Button>
      </Stack>
    </form>
  )
}
