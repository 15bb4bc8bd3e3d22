/**
 * The demo's system messages, in all eight languages: to everybody, to the owners of one model, and to the demo's
 * customer.
 */
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { searchKeyOf } from '~/text/search-key'

type Texts = Readonly<
  Record<'en' | 'fa' | 'ar' | 'ru' | 'uk' | 'pt' | 'es' | 'fr', readonly [title: string, text: string]>
>
type Demo = {
  id: string
  to: { audience: 'all' } | { audience: 'model'; model: string } | { audience: 'user'; userName: string }
  texts: Texts
}

const demoMessages: readonly Demo[] = [
  {
    id: 'demomessagewelcome00000000',
    to: { audience: 'all' },
    texts: {
      en: [
        'Welcome to Mango Portal',
        'Here you bind your boxes, edit your channel lists and write to us when something does not work.\n\nBegin with Terminal: bind a box by its serial number and the code on its screen.',
      ],
      fa: [
        'به Mango Portal خوش آمدید',
        'اینجا دستگاه‌های خود را متصل می‌کنید، فهرست کانال‌ها را ویرایش می‌کنید و اگر چیزی کار نکند برای ما می‌نویسید.\n\nاز «دستگاه‌ها» شروع کنید: دستگاه را با شمارهٔ سریال و کد روی صفحه‌اش متصل کنید.',
      ],
      ar: [
        'مرحبًا بك في Mango Portal',
        'هنا تربط أجهزتك وتعدّل قوائم قنواتك وتكتب لنا إذا لم يعمل شيء.\n\nابدأ من «الأجهزة»: اربط جهازًا برقمه التسلسلي والرمز الظاهر على شاشته.',
      ],
      ru: [
        'Добро пожаловать в Mango Portal',
        'Здесь вы привязываете приставки, редактируете списки каналов и пишете нам, если что-то не работает.\n\nНачните с раздела «Приставки»: привяжите приставку по серийному номеру и коду на её экране.',
      ],
      uk: [
        'Ласкаво просимо до Mango Portal',
        'Тут ви прив’язуєте приставки, редагуєте списки каналів і пишете нам, якщо щось не працює.\n\nПочніть із розділу «Приставки»: прив’яжіть приставку за серійним номером і кодом на її екрані.',
      ],
      pt: [
        'Boas-vindas ao Mango Portal',
        'Aqui você vincula seus receptores, edita suas listas de canais e escreve para nós quando algo não funciona.\n\nComece em Receptores: vincule um receptor com o número de série e o código na tela dele.',
      ],
      es: [
        'Te damos la bienvenida a Mango Portal',
        'Aquí vinculas tus receptores, editas tus listas de canales y nos escribes cuando algo no funciona.\n\nEmpieza por Receptores: vincula uno con su número de serie y el código de su pantalla.',
      ],
      fr: [
        'Bienvenue sur Mango Portal',
        'Ici vous associez vos boîtiers, modifiez vos listes de chaînes et nous écrivez quand quelque chose ne marche pas.\n\nCommencez par Boîtiers\u00a0: associez un boîtier avec son numéro de série et le code affiché à l’écran.',
      ],
    },
  },
  {
    id: 'demomessagesoftware0000000',
    to: { audience: 'model', model: 'Mango S1' },
    texts: {
      en: [
        'New software for Mango S1',
        'Version 2.15.0 changes channels faster and repairs the sleep timer.\n\nOn the box: Menu, Settings, Software update. It takes about five minutes; do not switch the box off meanwhile.',
      ],
      fa: [
        'نرم‌افزار تازه برای Mango S1',
        'نسخهٔ ۲٫۱۵٫۰ کانال‌ها را سریع‌تر عوض می‌کند و زمان‌سنج خواب را درست می‌کند.\n\nروی دستگاه: Menu، سپس Settings و Software update. حدود پنج دقیقه طول می‌کشد؛ در این مدت دستگاه را خاموش نکنید.',
      ],
      ar: [
        'برنامج جديد لجهاز Mango S1',
        'الإصدار 2.15.0 يبدّل القنوات أسرع ويصلح مؤقت النوم.\n\nعلى الجهاز: Menu ثم Settings ثم Software update. يستغرق نحو خمس دقائق، فلا تطفئ الجهاز خلالها.',
      ],
      ru: [
        'Новая прошивка для Mango S1',
        'В версии 2.15.0 каналы переключаются быстрее и исправлен таймер сна.\n\nНа приставке: Menu, Settings, Software update. Обновление занимает около пяти минут, не выключайте приставку.',
      ],
      uk: [
        'Нова прошивка для Mango S1',
        'У версії 2.15.0 канали перемикаються швидше та виправлено таймер сну.\n\nНа приставці: Menu, Settings, Software update. Оновлення триває близько п’яти хвилин, не вимикайте приставку.',
      ],
      pt: [
        'Novo software para o Mango S1',
        'A versão 2.15.0 troca de canal mais rápido e corrige o timer de desligamento.\n\nNo receptor: Menu, Settings, Software update. Leva uns cinco minutos; não desligue o receptor enquanto isso.',
      ],
      es: [
        'Software nuevo para Mango S1',
        'La versión 2.15.0 cambia de canal más rápido y arregla el temporizador de apagado.\n\nEn el receptor: Menu, Settings, Software update. Tarda unos cinco minutos; no apagues el receptor mientras tanto.',
      ],
      fr: [
        'Nouveau logiciel pour Mango S1',
        'La version 2.15.0 change de chaîne plus vite et corrige la minuterie de veille.\n\nSur le boîtier : Menu, Settings, Software update. Comptez cinq minutes, sans éteindre le boîtier.',
      ],
    },
  },
  {
    id: 'demomessagemaintenance0000',
    to: { audience: 'all' },
    texts: {
      en: [
        'Maintenance early on Sunday',
        'On Sunday from 02:00 to 03:00 UTC the portal is not reachable. Your boxes keep working with the list that they have.',
      ],
      fa: [
        'تعمیر و نگهداری در بامداد یکشنبه',
        'یکشنبه از ساعت ۰۲:۰۰ تا ۰۳:۰۰ به وقت UTC پورتال در دسترس نیست. دستگاه‌های شما با فهرستی که دارند به کار خود ادامه می‌دهند.',
      ],
      ar: [
        'صيانة ليلة الأحد',
        'يوم الأحد من الساعة 02:00 إلى 03:00 بتوقيت UTC لن تكون البوابة متاحة. تواصل أجهزتك العمل بالقائمة التي لديها.',
      ],
      ru: [
        'Технические работы в ночь на воскресенье',
        'В воскресенье с 02:00 до 03:00 UTC портал будет недоступен. Приставки продолжат работать с тем списком, который у них есть.',
      ],
      uk: [
        'Технічні роботи в ніч на неділю',
        'У неділю з 02:00 до 03:00 UTC портал буде недоступний. Приставки й далі працюватимуть із тим списком, який у них є.',
      ],
      pt: [
        'Manutenção na madrugada de domingo',
        'No domingo, das 02:00 às 03:00 UTC, o portal fica fora do ar. Seus receptores continuam funcionando com a lista que já têm.',
      ],
      es: [
        'Mantenimiento en la madrugada del domingo',
        'El domingo de 02:00 a 03:00 UTC el portal no estará disponible. Tus receptores seguirán funcionando con la lista que tienen.',
      ],
      fr: [
        'Maintenance dans la nuit de samedi à dimanche',
        'Dimanche de 02:00 à 03:00 UTC, le portail sera inaccessible. Vos boîtiers continuent de fonctionner avec la liste qu’ils ont.',
      ],
    },
  },
  {
    id: 'demomessagepersonal0000000',
    to: { audience: 'user', userName: 'demo-user' },
    texts: {
      en: [
        'Your replacement remote control is on its way',
        'We have sent it today. If it has not arrived within ten days, write to us here.',
      ],
      fa: [
        'کنترل از راه دور جایگزین شما در راه است',
        'امروز آن را فرستادیم. اگر تا ده روز دیگر نرسید، همین‌جا برای ما بنویسید.',
      ],
      ar: ['جهاز التحكم البديل في طريقه إليك', 'أرسلناه اليوم. إن لم يصلك خلال عشرة أيام فاكتب لنا هنا.'],
      ru: ['Новый пульт уже в пути', 'Мы отправили его сегодня. Если за десять дней он не придёт, напишите нам здесь.'],
      uk: [
        'Новий пульт уже в дорозі',
        'Ми надіслали його сьогодні. Якщо за десять днів він не прийде, напишіть нам тут.',
      ],
      pt: [
        'Seu novo controle remoto está a caminho',
        'Enviamos hoje. Se não chegar em dez dias, escreva para nós por aqui.',
      ],
      es: ['Tu nuevo mando va de camino', 'Lo hemos enviado hoy. Si no llega en diez días, escríbenos aquí.'],
      fr: [
        'Votre nouvelle télécommande est en route',
        'Nous l’avons envoyée aujourd’hui. Si elle n’est pas là dans dix jours, écrivez-nous ici.',
      ],
    },
  },
]

/** Creates the demo's missing messages; existing ones stay as they are. */
export const seedMessages = async (): Promise<void> => {
  let atMs = now().getTime()
  for (const { id, to, texts } of demoMessages) {
    if ((await db.message.count({ where: { id } })) > 0) continue
    const model = to.audience === 'model' ? await db.boxModel.findUnique({ where: { name: to.model } }) : null
    const user = to.audience === 'user' ? await db.user.findFirst({ where: { userName: to.userName } }) : null
    if ((to.audience === 'model' && model === null) || (to.audience === 'user' && user === null)) continue
    await db.message.create({
      data: {
        id,
        audience: to.audience,
        modelId: model?.id ?? null,
        userId: user?.id ?? null,
        // Different times, so that they have an order.
        createdAt: new Date(atMs++),
        texts: {
          create: Object.entries(texts).map(([language, [title, text]]) => ({
            language,
            title,
            text,
            searchKey: searchKeyOf(title, text),
          })),
        },
      },
    })
  }
}
