/** A person's text as plain text: paragraphs and line breaks, each in its own direction, with no markup. */

/** `lang` is the language in which it was written, if known. */
export const PlainText = ({ text, lang }: { text: string; lang?: string }) => (
  <div className="plain" lang={lang}>
    {text.split(/\n{2,}/).map((paragraph, index) => (
      <p key={index} dir="auto">
        {paragraph}
      </p>
    ))}
  </div>
)
