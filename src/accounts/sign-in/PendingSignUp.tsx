import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { instanceQuery } from '#src/instance/queries.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { pendingSignUpQuery } from '../single-sign-on/queries.ts'
import { SignupForm } from './SignupForm.tsx'

/** The sign-up form for an identity at the provider that no member has yet. */
export function PendingSignUp({ next, invitation }: { next: string; invitation: string | undefined }) {
  const live = useLive(pendingSignUpQuery)
  return (
    <QueryState live={live} loading="Loading..." failed="Failed to load the sign-up">
      {(found) =>
        found?.pending ? (
          <Stack gap="l">
            <Explanation />
            <SignupForm next={next} invitation={invitation} suggestedName={found.pending.suggested_name} />
          </Stack>
        ) : (
          <Expired next={next} />
        )
      }
    </QueryState>
  )
}

function Explanation() {
  const { value: instance } = useLive(instanceQuery)
  return (
    <Text>
      Choose a username and a password for this server. After that, you can log in with{' '}
      {instance?.provider ?? 'the provider'} too. Are you a member already? Log in with your password, and link your
      account under Settings, Sign-in and security.
    </Text>
  )
}

const Expired = ({ next }: { next: string }) => (
  <Alert
    action={
      <ButtonLink variant="quiet" to="/login" search={{ next }}>
        Back to Log In
      </ButtonLink>
    }
  >
    The sign-up took too long. Start it again.
  </Alert>
)
