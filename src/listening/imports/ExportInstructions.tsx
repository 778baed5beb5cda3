import { exportInstructions } from './export-instructions.ts'
import * as css from './ListeningHistory.css.ts'

/** How to get a file from each service and player, closed at first. */
export const ExportInstructions = () => (
  <details>
    <summary className={css.summary}>Which files, and where to get them</summary>
    <ul className={css.formats}>
      {exportInstructions.map(({ name, text }) => (
        <li key={name}>
          <strong>{name}</strong>: {text}
        </li>
      ))}
    </ul>
  </details>
)
