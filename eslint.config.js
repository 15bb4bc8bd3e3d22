/** The lint rules: what the compiler can't say and what a reviewer should not have to. */
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'
import { functionLength } from './scripts/lint/function-length.js'

const typed = { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } }

const forbiddenSyntax = [
  { selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]', message: 'Markup from text is not allowed.' },
  {
    selector: 'JSXOpeningElement[name.name="form"]:not(:has(JSXAttribute[name.name="noValidate"]))',
    message: 'A form is checked by the portal, in its own sentences: <form noValidate>.',
  },
  {
    selector:
      'JSXOpeningElement[name.name=/^(Link|NavLink|Form)$/]:not(:has(JSXAttribute[name.name="discover"][value.value="none"]))',
    message: 'The server refuses /__manifest for several paths (app/server/address.ts): <Link discover="none">.',
  },
  { selector: 'ExportDefaultDeclaration > Identifier[name=/^_/]', message: 'Name what you export.' },
  {
    selector: 'CallExpression[callee.property.name="waitForTimeout"]',
    message: 'A test waits for what it sees, not for time.',
  },
  {
    selector:
      'CallExpression[callee.object.name=/^(it|test|describe)$/][callee.property.name=/^(only|todo|fixme|skip|skipIf|runIf)$/]',
    message: 'Every test runs.',
  },
]

export default ts.config(
  {
    ignores: [
      'node_modules/',
      'build/',
      'public/',
      'app/generated/',
      'engine/assembly/',
      'engine/formats/',
      'engine/build/',
      '.cache/',
      'data/',
      'test-results/',
      'playwright-report/',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...ts.configs.recommended],
    ...typed,
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { prefer: 'type-imports', fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      'no-restricted-syntax': ['error', ...forbiddenSyntax],
      // The formatter breaks code at 120; what it can't break are comments. Sentences and patterns stay whole, so that they are found.
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // Elsewhere a name with "use" is no hook.
    files: ['app/*.tsx', 'app/{routes,ui,client,i18n}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['app/**/*.ts', 'app/**/*.tsx', 'engine/host/**/*.ts'],
    rules: {
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are read in app/platform/env.server.ts only.' },
      ],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'engine/host/**/*.ts'],
    plugins: { house: { rules: { 'function-length': functionLength } } },
    rules: { 'house/function-length': ['error', { max: 120 }] },
  },
  {
    files: ['app/modules/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...forbiddenSyntax,
        {
          selector: 'CallExpression[callee.property.name="$transaction"] > ArrowFunctionExpression.arguments',
          message: 'A refusal would be committed: transact of app/platform/transact.server.ts rolls it back.',
        },
      ],
    },
  },
  { files: ['app/platform/env.server.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    // A name that two modules declare is merged: the library's own form has to be repeated.
    files: ['app/request/context.ts', 'tests/support/prepare.ts'],
    rules: { '@typescript-eslint/consistent-type-definitions': 'off' },
  },
)
