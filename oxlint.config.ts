import type { OxlintConfig, OxlintOverride } from 'oxlint'
import { type Wall, walls } from './config/walls.ts'

/** gitignore reads a leading # as a comment; after a ! it is a character. */
const allowed = (pattern: string) => (pattern.startsWith('!') ? pattern.slice(1).replace(/^#/, '\\#') : `!${pattern}`)

const wallRule = ({ files, mayImport, sentence }: Wall): OxlintOverride => ({
  files: [...files],
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ group: ['*', ...mayImport.map(allowed)], message: sentence }] }],
  },
})

const config: OxlintConfig = {
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'oxc', 'promise', 'vitest', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    // An <output> is the result of a calculation; a live region is a role.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'promise/always-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    // A BroadcastChannel's postMessage takes no target.
    'unicorn/require-post-message-target-origin': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    // Also refuses `import('...').Type`, which no-restricted-imports does not see.
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: true }],
    // An effect returns its clean-up or nothing.
    'typescript/consistent-return': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-enum-comparison': 'off',
    // An `as` needs a reason beside it, which no rule can read.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/only-throw-error': 'error',
    'typescript/restrict-template-expressions': 'off',
    // Helpers assert, tests call them.
    'vitest/expect-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
  },
  overrides: [
    { files: ['server/**'], rules: { 'node/no-process-env': 'error' } },
    { files: ['server/config/config.ts', '**/*.test.ts'], rules: { 'node/no-process-env': 'off' } },
    { files: ['*.config.ts', 'tests/support/postgres.ts'], rules: { 'import/no-default-export': 'off' } },
    ...walls.map(wallRule),
    { files: ['**/*.test.ts', '**/*.test.tsx'], rules: { 'no-restricted-imports': 'off' } },
    // Playwright hands its fixtures a function called `use`, and reads which ones they need from the pattern.
    {
      files: ['tests/e2e/**', 'tests/firefox/**'],
      rules: { 'react/rules-of-hooks': 'off', 'no-empty-pattern': 'off' },
    },
  ],
  ignorePatterns: ['dist', 'data', 'gallery', 'node_modules', 'src/routeTree.gen.ts'],
}
export default config
