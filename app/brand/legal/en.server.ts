/** The legal texts in English, from which the others are translated. These are samples that the provider replaces. */
import type { LegalTexts } from '../legal-text'

export const texts: LegalTexts = {
  agreement: {
    sample: true,
    title: 'User agreement',
    lead: 'What you can expect from {name}, and what we ask of you. It applies from the moment you create an account or use a service.',
    sections: [
      {
        title: 'What this agreement is about',
        blocks: [
          '{name} is a portal for owners of satellite and IP set-top boxes. You bind your boxes to an account, keep and edit channel lists in the cloud, order services for your boxes, and talk with us.',
          'The agreement is between you and the provider of this portal. Whoever uses the portal for a company acts for that company.',
        ],
      },
      {
        title: 'Your account',
        blocks: [
          'One account belongs to one person or company. Give details that are true, keep your password, codes and recovery codes to yourself, and tell us at once if somebody else may know them.',
          'After 30 minutes without activity you are signed out. In My Account you see where you are signed in and every sign-in of the last 180 days, and you can end any session.',
          'What is done with your password counts as done by you, unless you had told us before that it was lost.',
        ],
      },
      {
        title: 'Your boxes',
        blocks: [
          'Bind only boxes that you own or may manage. Binding needs the serial number and the code on the box’s screen. A box is bound to one account at a time; when owners disagree, we ask both sides and decide by what they can prove.',
          'A bound box reports its software version and hardware details to the portal when it fetches its list. Unbinding stops its access to your lists at once.',
        ],
      },
      {
        title: 'Channel lists in the cloud',
        blocks: [
          'Your lists stay yours. You allow us to store and convert them, and to deliver them to your boxes, for as long as you keep them here.',
          [
            'You can keep up to 5 lists of your own, each with up to 2000 channels.',
            'The last 500 steps of a list can be undone.',
            'A deleted list can be restored for 30 days; after that it is gone.',
          ],
          'A list is a table of settings. It gives no right to watch a channel: for encrypted channels you need the permission of those who broadcast them.',
        ],
      },
      {
        title: 'Services and periods',
        blocks: [
          'A service is bought for one box, by its serial number, and for a number of calendar months. If you renew early, the new period begins where the old one ends. A period stays with the box when you unbind it.',
          'Some services are meant for certain regions. The page of a service says so before you pay.',
          'We may improve a service. If we end one while your period runs, you get back the part that you have not used.',
        ],
      },
      {
        title: 'Payments and refunds',
        blocks: [
          'The price that counts is the one shown when you place the order. Cards and wallets are handled by payment providers: card numbers never reach this portal.',
          'For digital currency you get an address and an amount that are valid for a limited time, shown by a countdown. Send exactly that amount in exactly that currency. If too little arrives, you can send the rest within 24 hours. Money that arrives too late, in excess or in another currency is credited to your wallet at the payment provider’s value, once it is confirmed.',
          'An order that is not paid ends by itself. A refund removes the part of a period that has not been used, and goes back the way the payment came or to your wallet. Rights that the law gives to consumers are not touched.',
        ],
      },
      {
        title: 'Mango and points',
        blocks: [
          'Mango is the portal’s own unit for paying here. It is neither money nor an investment, earns no interest and is not paid out. Points are a thank-you, for example for an invitation, and can be spent on orders.',
          'Transfers between accounts are final. After ten wrong entries of the payment password the wallet is locked for a while, and the portal says until when. If a card payment is disputed, the amount is blocked in the wallet until that is settled.',
        ],
      },
      {
        title: 'Messages and feedback',
        blocks: [
          'We send messages in the portal about your boxes, services and orders, and by e-mail or SMS only what you asked for or what protects your account.',
          'With feedback you can send up to 3 pictures and 1 video. Send only what you may pass on. We use it to answer you and to fix faults, and for nothing else.',
        ],
      },
      {
        title: 'What is not allowed',
        blocks: [
          [
            'Trying passwords, codes or serial numbers that are not yours.',
            'Burdening the portal with programs beyond its published limits.',
            'Sharing, selling or describing ways around the encryption of channels.',
            'Uploading what is unlawful, or what you have no right to.',
            'Passing yourself off as somebody else, or as us.',
          ],
          'Where this happens we may limit or disable the account. We say why, unless the law forbids it.',
        ],
      },
      {
        title: 'Availability and liability',
        blocks: [
          'We keep the portal running with care, but not without any pause: maintenance, networks and satellites are not all in our hands. Boxes keep working with the list that they loaded last.',
          'We are liable without limit for intent and gross negligence and for harm to life and health, and otherwise for the damage that is typical and could be foreseen. Please keep a copy of lists that matter to you: every list can be exported.',
        ],
      },
      {
        title: 'Ending the agreement',
        blocks: [
          'You can stop at any time: unbind your boxes and ask us at {email} to delete your account. Export your lists and use up your Mango and your service periods before that.',
          'We can end the agreement with 30 days’ notice, and at once in a case of serious misuse. What you have paid and not used is then refunded, except after serious misuse.',
        ],
      },
      {
        title: 'Changes, law and contact',
        blocks: [
          'If this agreement changes, a message in the portal tells you at least 30 days before. If you don’t agree, you can end it before then.',
          'The law of the provider’s country applies, and with it the protection that consumers have where they live. If one sentence is not valid, the others still apply.',
          'Write to us at {email}. If we can’t agree, you can turn to the consumer mediation body of your country.',
        ],
      },
    ],
  },
  privacy: {
    sample: true,
    title: 'Privacy',
    lead: 'What {name} knows about you, why, for how long, and what you can do about it.',
    sections: [
      {
        title: 'Who is responsible',
        blocks: [
          'The provider of this portal is responsible for your data. Write to {email} for everything on this page.',
        ],
      },
      {
        title: 'What is kept, and for how long',
        blocks: [
          'Only what the portal needs to do its work:',
          {
            facts: [
              [
                'Account',
                'User name, language and, where you gave them, e-mail address, phone number and country: as long as the account exists. Your password is stored only as a value from which it can’t be read back (Argon2id).',
              ],
              [
                'Sessions',
                'When, from which address and with which browser: a session ends after 30 minutes without activity. Its record is deleted after 30 more days.',
              ],
              [
                'Sign-in history',
                'Time, method, result, address and browser of each sign-in and failed attempt: 180 days.',
              ],
              [
                'Forms you had not sent',
                'If a session ends while you type, what you typed is kept for 24 hours, for you alone. It never includes passwords or codes, and Exit deletes it at once.',
              ],
              ['Codes by e-mail or SMS', 'They are valid for 10 minutes. The record is deleted a day later.'],
              [
                'E-mails and SMS sent to you',
                'The text is deleted once it has been sent. The record that it was sent: 30 days.',
              ],
              [
                'Boxes',
                'Serial number, model, device ID, processor, memory, software version, last contact, and the list loaded last. Unbinding deletes the box’s name and the choice of its list.',
              ],
              [
                'Channel lists',
                'The lists and their last 500 steps: until you delete them, and then 30 days for restoring. A file that could not be read or is too long waits one hour for your decision.',
              ],
              [
                'Messages and feedback',
                'What you write, what we answer, and which messages you have read: as long as the account exists. Attachments whose feedback is never sent are deleted after about a day. Camera and location data are removed from pictures.',
              ],
              [
                'Orders, payments, wallet',
                'Amounts, times, methods and the payment provider’s reference: as long as bookkeeping law requires. No card numbers.',
              ],
              ['API tokens', 'Their name, hint and last use. The token itself is stored only as a hash.'],
              ['Limits', 'Counters by account and address against guessing: from minutes to one day.'],
              [
                'Audit log',
                'Who changed what in security matters, such as a password or the binding of a box: as long as the portal runs, so that disputes can be settled.',
              ],
              [
                'Backups',
                'Copies of the database; a new one replaces the oldest. In this sample they are kept for 14 days.',
              ],
            ],
          },
        ],
      },
      {
        title: 'The server’s log',
        blocks: [
          'For each request the server writes down time, address of the page, result, duration and your network address, to find faults and attacks. Passwords, codes, cookies and the content of forms are never written there. In this sample the log is deleted after 30 days.',
        ],
      },
      {
        title: 'Cookies and your browser',
        blocks: [
          'There are only cookies that the portal needs. None follows you to other sites, and nothing on our pages comes from third parties.',
          {
            facts: [
              ['Session', 'Keeps you signed in. Deleted when the session ends or the browser is closed.'],
              ['Language', 'The language that you chose: one year.'],
              ['Rows per page', 'How long your tables are: one year.'],
              ['Visitor', 'Tells one visitor from another when a check or a code is asked for: one day.'],
              ['Short notes', 'A message for the next page, or the step of a form: minutes.'],
            ],
          },
          'While you are signed in, your browser also keeps the state of the page, encrypted, and edits that are not saved yet. Exit removes both.',
        ],
      },
      {
        title: 'What we don’t do',
        blocks: [
          [
            'No advertising, no profiles, no sale of data.',
            'No tracking across sites, no third-party scripts, fonts or pictures.',
            'No decisions about you by a machine alone, apart from limits against misuse.',
          ],
        ],
      },
      {
        title: 'Who else receives data',
        blocks: [
          'Only those who need it, and only what they need:',
          [
            'the mail server and the SMS gateway: your address or number, and the text;',
            'payment providers: order number, amount and currency; you enter card data with them;',
            'the operator of the servers, bound by contract;',
            'authorities, where a law compels us.',
          ],
        ],
      },
      {
        title: 'How it is protected',
        blocks: [
          'Connections are encrypted, and passwords are encrypted once more before they leave your browser, when its scripts run. Tokens are stored as hashes, and the secrets of boxes are encrypted. Every page and every call checks that what it shows is yours. You can add an authenticator app as a second step.',
        ],
      },
      {
        title: 'Your rights',
        blocks: [
          'You may see your data, have it corrected or deleted, receive it in a form that programs can read, restrict its use, and object. Much of it you can do yourself: change your details in My Account, export and delete your lists, unbind boxes, end sessions.',
          'For the rest write to {email}. We answer within one month. You can also complain to the data protection authority of your country.',
          'We use your data to fulfil the user agreement, to protect the portal, and to comply with the law: these are the legal grounds.',
        ],
      },
      {
        title: 'Children',
        blocks: ['The portal is for adults. Young people use it with the consent of their parents.'],
      },
      {
        title: 'Changes',
        blocks: [
          'When this statement changes, a message in the portal says so. The date at the top is that of the last change.',
        ],
      },
    ],
  },
}
