import { useId } from 'react'

/**
 * Returns the ids that link a field to its hint and its error, and the ARIA attributes that use
 * them.
 */
export function useFieldIds(hint: string | undefined, error: string | undefined) {
  const id = useId()
  const hintId = `${id}hint`
  const errorId = `${id}error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return {
    id,
    hintId,
    errorId,
    described: {
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(error && { 'aria-invalid': true as const }),
    },
  }
}
