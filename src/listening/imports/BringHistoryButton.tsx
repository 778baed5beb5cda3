import { Link } from '@tanstack/react-router'
import { Button } from '#src/ui/Button.tsx'

interface BringHistoryButtonProps {
  variant?: 'primary' | 'quiet'
  onClick?: () => void
}

/** Leads to the file chooser of the listening history, the first thing on that screen. */
export const BringHistoryButton = ({ variant = 'primary', onClick }: BringHistoryButtonProps) => (
  <Button variant={variant} render={(look) => <Link to="/settings/listening" onClick={onClick} {...look} />}>
    Bring your history
  </Button>
)
