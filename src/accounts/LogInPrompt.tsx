import { Link, useLocation } from '@tanstack/react-router'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** For visitors, where a member is needed. Comes back here afterwards. */
export function LogInPrompt({ text }: { text: string }) {
  const { pathname } = useLocation()
  return (
    <EmptyState
      icon="profile"
      text={text}
      action={<Button render={(look) => <Link to="/login" search={{ next: pathname }} {...look} />}>Log In</Button>}
    />
  )
}
