import { Refused } from '#src/api/errors.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { useLive } from '#src/cache/useLive.ts'
import { instanceQuery } from '#src/instance/queries.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { logInWithPasskey } from '../passkeys/authenticate.ts'
import { findPasskeyObstacle } from '../passkeys/find-obstacle.ts'
import { useSession } from '../session/session.ts'
import { signIn } from '../session/sign-in.ts'
import { ProviderButton } from '../single-sign-on/ProviderButton.tsx'
import { startSignIn } from '../single-sign-on/start-sign-in.ts'
import { useTypedFields } from './useTypedFields.ts'

/** The form stays filled after a failure. */
export function LoginForm({ next, failed }: { next: string; failed?: string | undefined }) {
  const { member, enter, leave, completeLogout } = useSession()
  const fields = useTypedFields('login', { username: '', password: '' })
  const { username, password } = fields.typed
  const { failure, isBusy, fail, attempt } = useAttempt('Login failed', { initial: fields.failure ?? failed })

  const enterAs = async (name: string | undefined) => {
    if (name === undefined) return
    fields.discard()
    await enter(name, next)
  }
  const logIn = async () => {
    await completeLogout()
    const name = await signIn(username.trim(), password).catch(async (error: unknown) => {
      if (member === null || !(error instanceof Refused)) throw error
      // The spec: a refused login clears the state. The page is mounted again for a visitor.
      fields.retainFailure(error.sentence)
      await leave('keep')
      return undefined
    })
    await enterAs(name)
  }
  const enterByPasskey = async () => {
    await completeLogout()
    await enterAs(await logInWithPasskey())
  }
  const submit = () => {
    if (username.trim() === '' || password === '') fail('Please fill in all fields.')
    else void attempt(logIn)
  }

  return (
    <Form onSubmit={submit} failure={failure} gap="l">
      <TextField label="Music account username" isVerbatim autoComplete="username" {...fields.bind('username')} />
      <TextField
        label="Website password"
        type="password"
        autoComplete="current-password"
        {...fields.bind('password')}
      />
      <Button type="submit" block busy={isBusy}>
        Log In
      </Button>
      <ButtonLink block variant="quiet" to="/signup" search={{ next }}>
        Sign Up
      </ButtonLink>
      {/* The last ones: they appear when the server has responded. */}
      <PasskeyLogin isBusy={isBusy} onUse={() => void attempt(enterByPasskey)} />
      <ProviderButton
        verb="Log In"
        isBusy={isBusy}
        onUse={() => void attempt(() => startSignIn({ next }, { completeLogout }))}
      />
      <ForgotPassword />
    </Form>
  )
}

/** Links to the request for a reset link. Renders nothing on a server without mail. */
function ForgotPassword() {
  const { value: instance } = useLive(instanceQuery)
  if (instance?.mail !== true) return null
  return (
    <ButtonLink block variant="text" to="/reset">
      Forgot your password?
    </ButtonLink>
  )
}

/** Renders nothing if this server or this page cannot use passkeys. */
function PasskeyLogin({ isBusy, onUse }: { isBusy: boolean; onUse: () => void }) {
  const isPossible = findPasskeyObstacle() === undefined
  const { value: instance } = useLive(instanceQuery, { enabled: isPossible })
  if (!isPossible || instance?.passkeys !== true) return null
  return (
    <Button block variant="quiet" busy={isBusy} onClick={onUse}>
      Log In with a Passkey
    </Button>
  )
}
