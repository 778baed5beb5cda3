import { Link, useLocation } from '@tanstack/react-router'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/**
 * Prompts visitors to log in where a member is needed. Logging in leads back to this address, with
 * its query; `next` is another address.
 */
export function LogInPrompt({ text, next }: { text: string; next?: string }) {
  const { href } = useLocation()
  return (
    <EmptyState
      icon="profile"
      text={text}
      action={
        <Button render={(linkProps) => <Link to="/login" search={{ next: next ?? href }} {...linkProps} />}>
          Log In
        </Button>
      }
    />
  )
}
