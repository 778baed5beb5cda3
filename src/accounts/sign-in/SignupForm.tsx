import { useNavigate } from '@tanstack/react-router'
import { getSession } from '#contract/accounts/session.ts'
import { call } from '#src/api/call.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { useSession } from '../session/session.ts'
import { signUp } from '../session/sign-in.ts'
import { ProviderButton } from '../single-sign-on/ProviderButton.tsx'
import { startSignIn } from '../single-sign-on/start-sign-in.ts'
import { findSignupProblems, PASSWORD_HINT, type SignupFields } from './signup-rules.ts'
import { fillNext, useTypedFields } from './useTypedFields.ts'

const fields = [
  {
    name: 'user',
    label: 'Music account username',
    hint: 'Your name at Last.fm or ListenBrainz, if you have one. 2 to 64 characters, with a letter.',
    isVerbatim: true,
    autoComplete: 'username',
  },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    hint: PASSWORD_HINT,
  },
  { name: 'again', label: 'Re-enter password', type: 'password', autoComplete: 'new-password' },
] as const

interface SignupFormProps {
  next: string
  invitation: string | undefined
  /** Only for a sign-up by the provider: the username to begin with, perhaps empty. */
  suggestedName?: string
}

/** A sign-up by the provider leads to `next`, any other to /login. */
export function SignupForm({ next, invitation, suggestedName }: SignupFormProps) {
  const { enter, completeLogout } = useSession()
  const navigate = useNavigate()
  const isByProvider = suggestedName !== undefined
  const initial: SignupFields = { user: suggestedName ?? '', email: '', password: '', again: '' }
  const { typed, bind, discard } = useTypedFields('signup', initial)
  const { failure, isBusy, fail, attempt } = useAttempt('An error occurred while signing up.')

  const create = async () => {
    const { user, email, password } = typed
    await signUp({ user: user.trim(), email: email.trim(), password, invitation, isByProvider })
    const { viewer } = isByProvider ? await call(getSession, {}) : { viewer: null }
    discard()
    if (viewer !== null) return enter(viewer, next)
    fillNext('login', { username: user.trim() })
    toast({ title: 'Welcome. Log in with your new account.' })
    await navigate({ to: '/login', search: { next } })
  }
  const submit = () => {
    const problems = findSignupProblems(typed)
    if (problems.length > 0) fail(problems.join(' '))
    else void attempt(create)
  }

  return (
    <Form onSubmit={submit} failure={failure} gap="l">
      {fields.map((field) => (
        <TextField key={field.name} {...field} {...bind(field.name)} />
      ))}
      <Button type="submit" block busy={isBusy}>
        Sign Up
      </Button>
      {!isByProvider && (
        <ProviderButton
          verb="Sign Up"
          isBusy={isBusy}
          onUse={() => void attempt(() => startSignIn({ next, invitation }, { completeLogout }))}
        />
      )}
    </Form>
  )
}
