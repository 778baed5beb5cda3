import { Icon } from '#src/ui/Icon.tsx'
import * as css from './InstallCard.css.ts'

/** How to install from Safari's share sheet on iOS. */
export const ShareSheetSteps = () => (
  <>
    Press Share
    <span className={css.glyph}>
      <Icon name="share" size="s" />
    </span>
    below, then “Add to Home Screen”.
  </>
)
