/**
 * How an endpoint becomes a command of the operator's command line. It states only what the schemas can't: the
 * command's words, its arguments, and how its answer is shown. All of it is plain data, because the command line is a
 * client that receives a description of its commands (command-document.ts) and imports nothing of the server.
 *
 * Templates of answers: `{box.sn}` is a field of the answer, otherwise of the input; `{a, b}` are those of several
 * fields that exist, with commas. Changes follow after bars, in order: `{texts|keys|words}`.
 * - `keys`: the names of an object's fields; `words`: a list with spaces instead of commas;
 * - `cut 40`: the first 40 characters; `indent`: several lines, each indented by two spaces;
 * - `or TEXT`: replaces an empty value; `yes TEXT`: replaces true. Amounts are answered as decimal text and need no
 *   change.
 */

/** An argument after a command's name. */
export type Word = {
  /** Its name in the help: SN. */
  show: string
  /** Its name in the message about its absence: "The serial number". `{field}` is the value given for another field. */
  missing: string
  /** One or more values; only for the last argument. */
  many?: true
  /** It must not be given if another field has this value. */
  unless?: { field: string; is: string; because: string }
}

/** How an option's text becomes the field's value. By default it is used unchanged. */
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
  /** Not an option: the command line prompts for it, or reads OPERATOR_PASSWORD. */
  | 'password'
  /** An amount as people type it, sent as decimal text. */
  | 'amount'

export type Option = {
  /** The option's name, if it differs from the field's. */
  as?: string
  /** The value's name in the help. Absent: the choices of the schema, otherwise the option's name. */
  show?: string
  reading?: Reading
  /**
   * The default if the option is absent, or another value depending on other options (`given`). For `content`, a file
   * in the data folder.
   */
  otherwise?: string | readonly string[]
  given?: Readonly<Record<string, string>>
  /** Only the schema's choices are accepted. */
  strict?: true
  /** The rule for an entry, if the schema's description is meant for programs. */
  rule?: string
  /** The command requires it, though the call's schema requires it for some actions only. */
  required?: boolean
}

export type Column = string | { name: string; of: string }
export type Part =
  /** Rows of the answer's `items`, with the total count; or of another list, if it has matching rows. */
  | { table: readonly Column[]; rows?: string; where?: Readonly<Record<string, string>> }
  /** A line, if a field is present (and not false), or is absent; of several (`a,b`), any. */
  | { say: string; when?: string; unless?: string }
  /**
   * A text for each item of a list, by the value of a field if there are several. A row does not see the fields of its
   * answer.
   */
  | { each: string; say: string; by?: undefined }
  | { each: string; by: string; say: Readonly<Record<string, string>> }

export type Command = {
  /** "boxes import" */
  name: string
  words?: Readonly<Record<string, Word>>
  /** By field of the input; other fields of the schema become an option with their own name. */
  options?: Readonly<Record<string, Option>>
  /** Fields that are always sent with these values. */
  fixed?: Readonly<Record<string, string | boolean>>
  /** Fields of the input that the command line does not offer. */
  without?: readonly string[]
  /** The explanation in the help. */
  help?: string
  /** The help's words and options, if they are not derived from the input. */
  usage?: string
  /** The question before anything is sent: "Refund {amount} to {user}?" --yes answers it. */
  confirm?: string
  answer: readonly Part[]
  /** A number in the answer: if it is not 0, the exit code is 1. */
  failures?: string
  /** The rule for an entry deep inside a field, by its last name. */
  rules?: Readonly<Record<string, string>>
}

/** A command as the command line reads it, with everything in the endpoint's schemas. */
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
  'name' | 'fixed' | 'help' | 'usage' | 'confirm' | 'answer' | 'failures'
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
