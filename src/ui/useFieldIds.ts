import { useId } from 'react'

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
