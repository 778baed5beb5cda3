import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { useScreenPath } from './useScreenPath.ts'

/** Both links lead back to this address, with its query; `next` is another address. */
export function LogInPrompt({ text, more, next }: { text: string; more?: string; next?: string }) {
  const path = useScreenPath()
  const search = { next: next ?? path }
  return (
    <EmptyState
      icon="profile"
      text={text}
      more={more}
      action={
        <Row gap="s" wrap justify="center">
          <ButtonLink to="/signup" search={search}>
            Sign Up
          </ButtonLink>
          <ButtonLink variant="quiet" to="/login" search={search}>
            Log In
          </ButtonLink>
        </Row>
      }
    />
  )
}
