/**
 * How a line of the table is a command of the operator's command line. A line says only what its schemas can't: the
 * command's words, what stands behind them, and how its answer is shown. All of it is plain data, because the command
 * line is a client that is given a description of its commands (command-document.ts) and imports nothing of the server.
 *
 * Templates of answers: `{box.sn}` is a field of the answer, or else of what was sent; `{a, b}` are those of several
 * that there are, with commas. Behind bars stand changes, in order: `{texts|keys|words}`.
 * - `keys`: the names of an object's fields; `words`: a list with spaces instead of commas;
 * - `cut 40`: the first 40 characters; `indent`: several lines, each two spaces in;
 * - `or TEXT`: in place of nothing; `yes TEXT`: in place of true.
 * Amounts are answered as decimal text and need no change.
 */

/** An argument behind a command's name. */
export type Word = {
  /** Its name in the help: SN. */
  show: string
  /**
   * Its name in the message when it is missing: "The serial number". `{field}` is the value given for another field.
   */
  missing: string
  /** One or more values; only for the last argument. */
  many?: true
  /** It must not be given where another field has this value. */
  unless?: { field: string; is: string; because: string }
}

/** How an option's text becomes the field's value. By default it is used as it is. */
export type Reading =
  /** No text: present or not, sent as 1 or 0. */
  | 'switch'
  /** May be given several times. */
  | 'many'
  /** The name of a JSON file. */
  | 'json'
  /** A text, or - for standard input. */
  | 'text'
  /** The name of a file that contains the value. */
  | 'content'
  /** Not an option: it is asked for, or read from OPERATOR_PASSWORD. */
  | 'password'
  /** An amount, typed as people type one, sent as decimal text. */
  | 'amount'

export type Option = {
  /** The option's name, where it differs from the field's. */
  as?: string
  /** The value's name in the help. Absent: the choices of the schema, else the option's name. */
  show?: string
  reading?: Reading
  /**
   * The default where the option is absent; depending on other options (`given`), another value. For `content`, a file
   * in the data folder.
   */
  otherwise?: string | readonly string[]
  given?: Readonly<Record<string, string>>
  /** Only the schema's choices are accepted. */
  strict?: true
  /** What an entry must be, where the schema's description is meant for programs. */
  rule?: string
  /** The command needs it, though the call's schema has it for some acts only. */
  required?: boolean
}

export type Column = string | { name: string; of: string }
export type Part =
  /** Rows of the answer's `items`, with the number of all; or of another list, where it has any that fit. */
  | { table: readonly Column[]; rows?: string; where?: Readonly<Record<string, string>> }
  /** A line, where a field is present (and not false), or is not; of several (`a,b`), any. */
  | { say: string; when?: string; unless?: string }
  /** A text for each of a list, by the value of a field where there are several. A row lacks what its answer has. */
  | { each: string; say: string; by?: undefined }
  | { each: string; by: string; say: Readonly<Record<string, string>> }

export type Command = {
  /** "boxes import" */
  name: string
  words?: Readonly<Record<string, Word>>
  /** By field of the input; other fields of the schema have an option with their own name. */
  options?: Readonly<Record<string, Option>>
  /** Fields that are always sent with these values. */
  fixed?: Readonly<Record<string, string | boolean>>
  /** Fields of the input that the command line does not offer. */
  without?: readonly string[]
  /** The explanation in the help. */
  help?: string
  /** The command after which it stands in the help. */
  beside?: string
  /** The help's words and options, where they are not made from the input. */
  usage?: string
  /** Asked before anything is sent: "Refund {amount} to {user}?" --yes answers it. */
  confirm?: string
  answer: readonly Part[]
  /** A number of the answer: where it is not 0, the exit code is 1. */
  failures?: string
  /** The rule for an entry deep inside a field, by its last name. */
  rules?: Readonly<Record<string, string>>
}

/** A command as the command line reads it: with all that the line's schemas say. */
export type DescribedOption = Pick<Option, 'reading' | 'otherwise' | 'given'> & {
  field: string
  as: string
  show: string
  required: boolean
  /** Listed in the help of the command itself, not among the general options. */
  shown: boolean
  choices?: readonly string[]
}
export type DescribedCommand = Pick<
  Command,
  'name' | 'fixed' | 'help' | 'beside' | 'usage' | 'confirm' | 'answer' | 'failures'
> & {
  method: string
  path: string
  /** It needs no signed-in operator. */
  open: boolean
  words: readonly (Word & { field: string })[]
  options: readonly DescribedOption[]
  /** The answer is a file, which is written to the path after -o. */
  givesFile: boolean
  rules: Readonly<Record<string, string>>
}
