import { copyText } from '#src/ui/copy-text.ts'
import { RowButton } from '#src/ui/RowButton.tsx'
import * as css from './Players.css.ts'

/** Without a clipboard, as over plain http, the value can be selected. */
export const CopyLine = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className={css.label}>{label}</dt>
    <dd className={css.line}>
      <code className={css.value}>{value}</code>
      {'clipboard' in navigator && (
        <RowButton aria-label={`Copy: ${label}`} onClick={() => void copyText(value)}>
          Copy
        </RowButton>
      )}
    </dd>
  </div>
)
