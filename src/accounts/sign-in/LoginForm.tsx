import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { Refused } from '#src/api/errors.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { logInWithPasskey } from '../passkeys/authenticate.ts'
import { PasskeyLogin } from '../passkeys/PasskeyLogin.tsx'
import { useSession } from '../session/session.ts'
import { signIn } from '../session/sign-in.ts'
import { ProviderButton } from '../single-sign-on/ProviderButton.tsx'
import { startSignIn } from '../single-sign-on/start-sign-in.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { storeRefusedLogin, useRefusedLogin } from './refused-login.ts'

interface LoginFormProps {
  next: string
  /** The alert text at first. */
  failed?: string | undefined
}

/**
 * Fields for the music-account username and the website password. The form stays filled after a
 * failure.
 */
export function LoginForm({ next, failed }: LoginFormProps) {
  const { member, enter, leave, completeLogout } = useSession()
  const before = useRefusedLogin()
  const [user, setUser] = useState(before?.user ?? '')
  const [password, setPassword] = useState(before?.password ?? '')
  const { failure, isBusy, fail, attempt } = useAttempt('Login failed', before?.sentence ?? failed)

  const logIn = async () => {
    await completeLogout()
    const name = await signIn(user.trim(), password).catch(async (error: unknown) => {
      if (member === null || !(error instanceof Refused)) throw error
      // The spec: a refused login clears the state. The page is mounted again for a visitor, which
      // fills the form from here.
      storeRefusedLogin({ user, password, sentence: error.sentence })
      await leave('keep')
      return undefined
    })
    if (name !== undefined) await enter(name, next)
  }
  const enterByPasskey = async () => {
    await completeLogout()
    const name = await logInWithPasskey()
    if (name !== undefined) await enter(name, next)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (user.trim() === '' || password === '') fail('Please fill in all fields.')
    else void attempt(logIn)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="l">
        {failure && <Alert>{failure}</Alert>}
        <TextField
          label="Music account username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={user}
          onChange={(event) => setUser(event.target.value)}
        />
        <TextField
          label="Website password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" block busy={isBusy}>
          Log In
        </Button>
        <Button block variant="quiet" render={(linkProps) => <Link to="/signup" search={{ next }} {...linkProps} />}>
          Sign Up
        </Button>
        {/* The last ones: they appear when the server has responded. */}
        <PasskeyLogin isBusy={isBusy} onUse={() => void attempt(enterByPasskey)} />
        <ProviderButton
          verb="Log In"
          isBusy={isBusy}
          onUse={() => void attempt(() => startSignIn({ next }, { completeLogout }))}
        />
        <ForgotPassword />
      </Stack>
    </form>
  )
}
