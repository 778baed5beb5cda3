/**
 * The oldest browsers that the app supports, each released two years before version 1.0. README.md
 * names them.
 */
export const oldestBrowsers = ['chrome131', 'edge131', 'firefox132', 'safari18.1', 'ios18.1']
