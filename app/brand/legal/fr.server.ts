/** The legal texts in French. These are samples that the provider replaces. */
import type { LegalTexts } from '../legal-text'

export const texts: LegalTexts = {
  agreement: {
    sample: true,
    title: 'Conditions d’utilisation',
    lead: 'Ce que vous pouvez attendre de {name} et ce que nous attendons de vous. Elles s’appliquent dès que vous créez un compte ou utilisez un service.',
    sections: [
      {
        title: 'Objet',
        blocks: [
          '{name} est un portail pour les propriétaires de boîtiers satellite et IP. Vous y associez vos boîtiers à un compte, vous conservez et modifiez des listes de chaînes dans le cloud, vous commandez des services pour vos boîtiers et vous échangez avec nous.',
          'Ces conditions vous lient au fournisseur de ce portail. Qui utilise le portail pour une entreprise agit au nom de celle-ci.',
        ],
      },
      {
        title: 'Votre compte',
        blocks: [
          'Un compte appartient à une seule personne ou entreprise. Donnez des informations exactes, gardez pour vous votre mot de passe, vos codes et vos codes de secours, et prévenez-nous aussitôt si quelqu’un d’autre a pu les connaître.',
          'Après 30 minutes sans activité, votre session se ferme. Dans Mon compte, vous voyez vos sessions ouvertes et toutes les connexions des 180 derniers jours, et vous pouvez fermer chacune d’elles.',
          'Ce qui est fait avec votre mot de passe vaut comme fait par vous, sauf si vous nous aviez signalé sa perte auparavant.',
        ],
      },
      {
        title: 'Vos boîtiers',
        blocks: [
          'N’associez que des boîtiers qui vous appartiennent ou que vous avez le droit de gérer. Il faut pour cela le numéro de série et le code affiché à l’écran du boîtier. Un boîtier n’est associé qu’à un seul compte à la fois ; en cas de désaccord, nous entendons les deux parties et décidons sur pièces.',
          'Un boîtier associé indique au portail sa version logicielle et ses caractéristiques quand il charge sa liste. Le dissocier lui retire aussitôt l’accès à vos listes.',
        ],
      },
      {
        title: 'Listes de chaînes dans le cloud',
        blocks: [
          'Vos listes restent les vôtres. Vous nous permettez de les conserver, de les convertir et de les transmettre à vos boîtiers tant que vous les gardez ici.',
          [
            'Vous pouvez conserver jusqu’à 5 listes, de 2000 chaînes au plus chacune.',
            'Les 500 dernières étapes d’une liste peuvent être annulées.',
            'Une liste supprimée peut être restaurée pendant 30 jours ; ensuite elle est perdue.',
          ],
          'Une liste est un tableau de réglages. Elle ne donne aucun droit de regarder une chaîne : pour les chaînes cryptées, il faut l’autorisation de ceux qui les diffusent.',
        ],
      },
      {
        title: 'Services et durées',
        blocks: [
          'Un service s’achète pour un boîtier, désigné par son numéro de série, et pour un nombre de mois civils. Si vous renouvelez en avance, la nouvelle période commence à la fin de l’ancienne. Une période reste attachée au boîtier quand vous le dissociez.',
          'Certains services sont destinés à certaines régions. La page du service le dit avant le paiement.',
          'Nous pouvons améliorer un service. Si nous y mettons fin pendant votre période, la part non utilisée vous est rendue.',
        ],
      },
      {
        title: 'Paiements et remboursements',
        blocks: [
          'Le prix qui compte est celui affiché au moment de la commande. Les cartes et portefeuilles sont traités par des prestataires de paiement : les numéros de carte n’arrivent jamais sur ce portail.',
          'Pour une monnaie numérique, vous recevez une adresse et un montant valables pendant un temps limité, indiqué par un compte à rebours. Envoyez exactement ce montant, exactement dans cette monnaie. S’il arrive trop peu, vous pouvez envoyer le reste dans les 24 heures. Ce qui arrive trop tard, en trop ou dans une autre monnaie est crédité sur votre portefeuille à la valeur donnée par le prestataire, une fois confirmé.',
          'Une commande non payée prend fin d’elle-même. Un remboursement retire la part non utilisée d’une période et revient par la voie du paiement ou sur votre portefeuille. Les droits que la loi donne aux consommateurs restent intacts.',
        ],
      },
      {
        title: 'Mango et points',
        blocks: [
          'Le Mango est l’unité du portail pour payer ici. Ce n’est ni de l’argent ni un placement, il ne rapporte pas d’intérêts et n’est pas reversé. Les points sont un remerciement, par exemple pour une invitation, et peuvent servir à payer des commandes.',
          'Les transferts entre comptes sont définitifs. Après dix saisies erronées du mot de passe de paiement, le portefeuille est bloqué quelque temps, et le portail dit jusqu’à quand. Si un paiement par carte est contesté, le montant est bloqué dans le portefeuille jusqu’à ce que l’affaire soit réglée.',
        ],
      },
      {
        title: 'Messages et retours',
        blocks: [
          'Nous envoyons sur le portail des messages sur vos boîtiers, services et commandes, et par e-mail ou SMS seulement ce que vous avez demandé ou ce qui protège votre compte.',
          'À un retour, vous pouvez joindre 3 images et 1 vidéo. N’envoyez que ce que vous avez le droit de transmettre. Nous nous en servons pour vous répondre et corriger les défauts, pour rien d’autre.',
        ],
      },
      {
        title: 'Ce qui n’est pas permis',
        blocks: [
          [
            'Essayer des mots de passe, des codes ou des numéros de série qui ne sont pas les vôtres.',
            'Charger le portail par des programmes au-delà des limites publiées.',
            'Partager, vendre ou décrire des moyens de contourner le cryptage des chaînes.',
            'Envoyer ce qui est illégal ou ce sur quoi vous n’avez aucun droit.',
            'Se faire passer pour quelqu’un d’autre, ou pour nous.',
          ],
          'Dans ces cas, nous pouvons limiter ou désactiver le compte. Nous disons pourquoi, sauf si la loi l’interdit.',
        ],
      },
      {
        title: 'Disponibilité et responsabilité',
        blocks: [
          'Nous exploitons le portail avec soin, mais non sans interruption : la maintenance, les réseaux et les satellites ne dépendent pas tous de nous. Les boîtiers continuent avec la dernière liste chargée.',
          'Nous répondons sans limite de la faute intentionnelle, de la faute lourde et des atteintes à la vie et à la santé, et pour le reste des dommages typiques et prévisibles. Gardez une copie des listes qui vous importent : chaque liste peut être exportée.',
        ],
      },
      {
        title: 'Fin du contrat',
        blocks: [
          'Vous pouvez arrêter à tout moment : dissociez vos boîtiers et demandez-nous à {email} de supprimer votre compte. Exportez d’abord vos listes et utilisez vos Mango et vos périodes de service.',
          'Nous pouvons mettre fin au contrat avec un préavis de 30 jours, et aussitôt en cas d’abus grave. Ce que vous avez payé sans l’utiliser est alors remboursé, sauf après un abus grave.',
        ],
      },
      {
        title: 'Modifications, droit et contact',
        blocks: [
          'Si ces conditions changent, un message du portail vous l’annonce au moins 30 jours à l’avance. Si vous n’êtes pas d’accord, vous pouvez y mettre fin d’ici là.',
          'Le droit du pays du fournisseur s’applique, avec la protection dont les consommateurs bénéficient là où ils vivent. Si une phrase n’était pas valable, les autres le restent.',
          'Écrivez-nous à {email}. Si nous ne trouvons pas d’accord, vous pouvez saisir le médiateur de la consommation de votre pays.',
        ],
      },
    ],
  },
  privacy: {
    sample: true,
    title: 'Confidentialité',
    lead: 'Ce que {name} sait de vous, pourquoi, combien de temps, et ce que vous pouvez y faire.',
    sections: [
      {
        title: 'Qui est responsable',
        blocks: [
          'Le fournisseur de ce portail est responsable de vos données. Écrivez à {email} pour tout ce qui concerne cette page.',
        ],
      },
      {
        title: 'Ce qui est conservé, et combien de temps',
        blocks: [
          'Seulement ce dont le portail a besoin pour fonctionner :',
          {
            facts: [
              [
                'Compte',
                'Nom d’utilisateur, langue et, si vous les avez donnés, adresse e-mail, numéro de téléphone et pays : tant que le compte existe. Votre mot de passe n’est conservé que sous une forme dont on ne peut pas le retrouver (Argon2id).',
              ],
              [
                'Sessions',
                'Quand, depuis quelle adresse et avec quel navigateur : une session se termine après 30 minutes sans activité. Sa trace est supprimée 30 jours plus tard.',
              ],
              [
                'Historique des connexions',
                'Heure, moyen, résultat, adresse et navigateur de chaque connexion et de chaque essai manqué : 180 jours.',
              ],
              [
                'Formulaires non envoyés',
                'Si une session se termine pendant que vous écrivez, votre saisie attend 24 heures, uniquement pour vous. Elle ne contient jamais de mots de passe ni de codes, et « Se déconnecter » la supprime aussitôt.',
              ],
              ['Codes par e-mail ou SMS', 'Ils valent 10 minutes. Leur trace est supprimée un jour plus tard.'],
              ['E-mails et SMS envoyés', 'Le texte est effacé dès l’envoi. Le fait qu’il y en ait eu un : 30 jours.'],
              [
                'Boîtiers',
                'Numéro de série, modèle, identifiant, processeur, mémoire, version logicielle, dernier contact et dernière liste chargée. La dissociation supprime le nom du boîtier et le choix de sa liste.',
              ],
              [
                'Listes de chaînes',
                'Les listes et leurs 500 dernières étapes : jusqu’à ce que vous les supprimiez, puis 30 jours pour les restaurer. Un fichier illisible ou trop long attend une heure votre décision.',
              ],
              [
                'Messages et retours',
                'Ce que vous écrivez, nos réponses et les messages que vous avez lus : tant que le compte existe. Les pièces jointes d’un retour jamais envoyé partent après un jour environ. Les données de lieu et d’appareil sont retirées des images.',
              ],
              [
                'Commandes, paiements, portefeuille',
                'Montants, heures, moyens et référence du prestataire : aussi longtemps que le droit comptable l’exige. Aucun numéro de carte.',
              ],
              [
                'Jetons d’API',
                'Leur nom, un indice et leur dernier usage. Le jeton lui-même n’est conservé que sous forme d’empreinte.',
              ],
              [
                'Limites',
                'Compteurs par compte et par adresse contre les essais en série : de quelques minutes à un jour.',
              ],
              [
                'Journal d’audit',
                'Qui a changé quoi en matière de sécurité, par exemple un mot de passe ou l’association d’un boîtier : tant que le portail existe, pour régler les litiges.',
              ],
              [
                'Sauvegardes',
                'Copies de la base de données ; la nouvelle remplace la plus ancienne. Dans cet exemple, elles sont gardées 14 jours.',
              ],
            ],
          },
        ],
      },
      {
        title: 'Le journal du serveur',
        blocks: [
          'Pour chaque requête, le serveur note l’heure, l’adresse de la page, le résultat, la durée et votre adresse réseau, afin de trouver pannes et attaques. Mots de passe, codes, cookies et contenu des formulaires n’y figurent jamais. Dans cet exemple, le journal est supprimé après 30 jours.',
        ],
      },
      {
        title: 'Les cookies et votre navigateur',
        blocks: [
          'Il n’y a que les cookies nécessaires au portail. Aucun ne vous suit sur d’autres sites, et rien sur nos pages ne vient de tiers.',
          {
            facts: [
              [
                'Session',
                'Garde votre session ouverte. Disparaît à la fin de la session ou à la fermeture du navigateur.',
              ],
              ['Langue', 'La langue que vous avez choisie : un an.'],
              ['Lignes par page', 'La longueur de vos tableaux : un an.'],
              [
                'Visiteur',
                'Distingue un visiteur d’un autre lors d’une vérification ou de l’envoi d’un code : un jour.',
              ],
              ['Notes brèves', 'Un message pour la page suivante ou l’étape d’un formulaire : quelques minutes.'],
            ],
          },
          'Tant que votre session est ouverte, votre navigateur garde aussi l’état de la page, chiffré, et les modifications pas encore enregistrées. « Se déconnecter » supprime les deux.',
        ],
      },
      {
        title: 'Ce que nous ne faisons pas',
        blocks: [
          [
            'Pas de publicité, pas de profils, pas de vente de données.',
            'Pas de suivi d’un site à l’autre, pas de scripts, polices ou images de tiers.',
            'Pas de décision vous concernant prise par une machine seule, hormis les limites contre les abus.',
          ],
        ],
      },
      {
        title: 'Qui d’autre reçoit des données',
        blocks: [
          'Seulement ceux qui le doivent, et seulement le nécessaire :',
          [
            'le serveur de messagerie et la passerelle SMS : votre adresse ou votre numéro, et le texte ;',
            'les prestataires de paiement : numéro de commande, montant et monnaie ; vous saisissez les données de carte chez eux ;',
            'l’hébergeur des serveurs, lié par contrat ;',
            'les autorités, quand une loi nous y oblige.',
          ],
        ],
      },
      {
        title: 'Comment elles sont protégées',
        blocks: [
          'Les connexions sont chiffrées, et les mots de passe le sont une seconde fois avant de quitter votre navigateur, si ses scripts sont actifs. Les jetons sont conservés sous forme d’empreintes, les secrets des boîtiers sous scellé. Chaque page et chaque appel vérifie que ce qu’il montre est bien à vous. Vous pouvez ajouter une application d’authentification comme seconde étape.',
        ],
      },
      {
        title: 'Vos droits',
        blocks: [
          'Vous pouvez consulter vos données, les faire corriger ou supprimer, les recevoir dans un format lisible par des programmes, en limiter l’usage et vous y opposer. Vous pouvez faire beaucoup vous-même : modifier vos informations dans Mon compte, exporter et supprimer vos listes, dissocier des boîtiers, fermer des sessions.',
          'Pour le reste, écrivez à {email}. Nous répondons dans un délai d’un mois. Vous pouvez aussi saisir l’autorité de protection des données de votre pays.',
          'Nous utilisons vos données pour exécuter les conditions d’utilisation, protéger le portail et respecter la loi : ce sont les bases légales.',
        ],
      },
      {
        title: 'Enfants',
        blocks: ['Le portail s’adresse aux adultes. Les mineurs l’utilisent avec l’accord de leurs parents.'],
      },
      {
        title: 'Modifications',
        blocks: [
          'Quand cette déclaration change, un message du portail le dit. La date en haut est celle de la dernière modification.',
        ],
      },
    ],
  },
}
