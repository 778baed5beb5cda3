import { IconButton } from './IconButton.tsx'
import { shareLink } from './share-link.ts'

/** `label` is its name and tooltip, such as 'Share Profile'. */
type ShareButtonProps = Parameters<typeof shareLink>[0] & { label: string }

export const ShareButton = ({ label, ...link }: ShareButtonProps) => (
  <IconButton icon="share" label={label} onClick={() => void shareLink(link)} />
)
