import { ButtonLink } from '#src/ui/Button.tsx'

interface BringHistoryButtonProps {
  variant?: 'primary' | 'quiet'
  onClick?: () => void
}

/** Leads to the file chooser of the listening history, the first thing on that screen. */
export const BringHistoryButton = ({ variant = 'primary', onClick }: BringHistoryButtonProps) => (
  <ButtonLink variant={variant} to="/settings/listening" onClick={onClick}>
    Bring your history
  </ButtonLink>
)
