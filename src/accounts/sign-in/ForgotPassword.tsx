import { useLive } from '#src/cache/useLive.ts'
import { instanceQuery } from '#src/instance/queries.ts'
import { ButtonLink } from '#src/ui/Button.tsx'

/** Links to the request for a reset link. Renders nothing on a server without mail. */
export function ForgotPassword() {
  const { value: instance } = useLive(instanceQuery)
  if (instance?.mail !== true) return null
  return (
    <ButtonLink block variant="text" to="/reset">
      Forgot your password?
    </ButtonLink>
  )
}
