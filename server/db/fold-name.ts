/**
 * A member's name as it is compared: without regard to case, width or compatible forms. Folded here and not in SQL, so that every
 * PostgreSQL agrees, whatever its collation. What is stored in `name_key` never changes meaning.
 */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase().normalize('NFKC')
