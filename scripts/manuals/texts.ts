/**
 * The texts of the demo's manuals in all eight languages: one sheet of first steps, for a box with a dish and for one
 * without. `{terminal}`, `{bind}`, `{choose}` and `{help}` are replaced by the portal's own labels.
 */
import type { Language } from '../../app/i18n/languages'

export type ManualText = {
  title: string
  lead: string
  /** The first step of a box with a dish, and of one with a network only. */
  connect: { satellite: string; network: string }
  /** The second step: the same for both, except that a box with a dish needs the network as well. */
  start: { satellite: string; network: string }
  /** The further steps, in the portal. */
  steps: readonly string[]
  serial: { title: string; text: string }
  trouble: {
    title: string
    picture: readonly [string, string]
    signal: readonly [string, string]
    network: readonly [string, string]
    code: readonly [string, string]
    list: readonly [string, string]
  }
  more: string
  sample: string
}

export const manualTexts: Readonly<Record<Language, ManualText>> = {
  en: {
    title: 'First steps',
    lead: 'From the carton to your own channel list: six steps, about ten minutes.',
    connect: {
      satellite: 'Connect the cable of the dish to LNB IN and the television by HDMI. Plug in the power last.',
      network: 'Connect the network cable and the television by HDMI. Plug in the power last.',
    },
    start: {
      satellite:
        'Switch the box on and choose your language. For your lists it needs the internet too: by network cable, by Wi-Fi, or by USB from your phone.',
      network:
        'Switch the box on and choose your language. Without a network cable, choose your Wi-Fi in the settings.',
    },
    steps: [
      'In the browser of your phone or computer, open the portal and sign in, or create an account.',
      'On the box open Menu, CHMax, Cloud. The screen shows eight letters and a QR code; both hold for 15 minutes.',
      'In the portal open {terminal}, {bind}. Type the serial number twice and the eight letters once, or scan the QR code with your phone.',
      'Pick a channel list for the box and press {choose}. The box loads it by itself once it has been in standby for more than 10 minutes.',
    ],
    serial: {
      title: 'The serial number',
      text: '12 digits, on the label under the box. Keep them at hand when you write to us.',
    },
    trouble: {
      title: 'When it does not work',
      picture: ['No picture', 'Choose the right HDMI input on the television, or try another cable.'],
      signal: [
        'No signal',
        'Check the plugs of the dish’s cable and the satellite in the box’s settings. Heavy rain weakens the signal for a while.',
      ],
      network: ['No internet', 'Restart the router, then the box. If Wi-Fi is weak, use a cable.'],
      code: [
        'The code is refused',
        'It has expired or was mistyped. Open Cloud on the box once more: it shows a new one.',
      ],
      list: ['The list does not arrive', 'In the CHMax settings of the box, set automatic update to cloud lists.'],
    },
    more: 'More guides, and people who answer: {help} in the portal.',
    sample: 'Sample manual of the demo',
  },
  fa: {
    title: 'گام‌های نخست',
    lead: 'از جعبه تا فهرست کانال خودتان: شش گام، حدود ده دقیقه.',
    connect: {
      satellite: 'کابل دیش را به LNB IN و تلویزیون را با کابل HDMI به دستگاه وصل کنید. برق را آخر از همه وصل کنید.',
      network: 'کابل شبکه را وصل کنید و تلویزیون را با کابل HDMI به دستگاه وصل کنید. برق را آخر از همه وصل کنید.',
    },
    start: {
      satellite:
        'دستگاه را روشن و زبان خود را انتخاب کنید. برای فهرست‌های شما اینترنت هم لازم است: با کابل شبکه، با وای‌فای یا با USB از گوشی.',
      network: 'دستگاه را روشن و زبان خود را انتخاب کنید. اگر کابل شبکه ندارید، وای‌فای خود را در تنظیمات انتخاب کنید.',
    },
    steps: [
      'پورتال را در مرورگر گوشی یا رایانه باز کنید و وارد شوید یا حسابی بسازید.',
      'روی دستگاه Menu و سپس CHMax و بعد Cloud را باز کنید. صفحه هشت حرف و یک کد QR نشان می‌دهد که ۱۵ دقیقه اعتبار دارند.',
      'در پورتال {terminal} و سپس {bind} را باز کنید. شمارهٔ سریال را دو بار و هشت حرف را یک بار بنویسید، یا کد QR را با گوشی اسکن کنید.',
      'فهرست کانالی برای دستگاه انتخاب کنید و {choose} را بزنید. دستگاه پس از بیش از ۱۰ دقیقه در حالت آماده‌به‌کار، خودش آن را دریافت می‌کند.',
    ],
    serial: {
      title: 'شمارهٔ سریال',
      text: '۱۲ رقم، روی برچسب زیر دستگاه. وقتی برای ما می‌نویسید، آن را دم دست داشته باشید.',
    },
    trouble: {
      title: 'اگر نشد',
      picture: ['تصویر نیست', 'روی تلویزیون ورودی HDMI درست را انتخاب کنید یا کابل دیگری را امتحان کنید.'],
      signal: [
        'سیگنال نیست',
        'اتصال کابل دیش و ماهواره را در تنظیمات دستگاه بررسی کنید. باران شدید سیگنال را برای مدتی ضعیف می‌کند.',
      ],
      network: ['اینترنت نیست', 'مودم و سپس دستگاه را خاموش و روشن کنید. اگر وای‌فای ضعیف است، از کابل استفاده کنید.'],
      code: [
        'کد پذیرفته نمی‌شود',
        'کد منقضی شده یا اشتباه نوشته شده است. Cloud را روی دستگاه دوباره باز کنید تا کد تازه‌ای نشان دهد.',
      ],
      list: ['فهرست نمی‌رسد', 'در تنظیمات CHMax روی دستگاه، به‌روزرسانی خودکار را روی فهرست‌های ابری بگذارید.'],
    },
    more: 'راهنماهای بیشتر و آدم‌هایی که پاسخ می‌دهند: {help} در پورتال.',
    sample: 'دفترچهٔ نمونه برای نسخهٔ نمایشی',
  },
  ar: {
    title: 'الخطوات الأولى',
    lead: 'من العلبة إلى قائمة قنواتك الخاصة: ست خطوات في نحو عشر دقائق.',
    connect: {
      satellite: 'صِل كابل طبق الاستقبال بمنفذ LNB IN، وصِل التلفزيون بكابل HDMI. واترك الكهرباء إلى الآخر.',
      network: 'صِل كابل الشبكة، وصِل التلفزيون بكابل HDMI. واترك الكهرباء إلى الآخر.',
    },
    start: {
      satellite:
        'شغّل الجهاز واختر لغتك. تحتاج قوائمك إلى الإنترنت أيضًا: بكابل الشبكة، أو عبر Wi-Fi، أو من هاتفك عبر USB.',
      network: 'شغّل الجهاز واختر لغتك. إن لم يكن لديك كابل شبكة فاختر شبكة Wi-Fi من الإعدادات.',
    },
    steps: [
      'افتح البوابة في متصفح هاتفك أو حاسوبك وسجّل الدخول، أو أنشئ حسابًا.',
      'افتح على الجهاز Menu ثم CHMax ثم Cloud. تعرض الشاشة ثمانية أحرف ورمز QR، وكلاهما صالح 15 دقيقة.',
      'افتح في البوابة {terminal} ثم {bind}. اكتب الرقم التسلسلي مرتين والأحرف الثمانية مرة واحدة، أو امسح رمز QR بهاتفك.',
      'حدّد قائمة قنوات للجهاز واضغط {choose}. يحمّلها الجهاز من تلقاء نفسه بعد أكثر من 10 دقائق في وضع الاستعداد.',
    ],
    serial: { title: 'الرقم التسلسلي', text: '12 رقمًا على الملصق أسفل الجهاز. أبقه في متناولك عندما تكتب لنا.' },
    trouble: {
      title: 'إن لم ينجح الأمر',
      picture: ['لا صورة', 'اختر مدخل HDMI الصحيح في التلفزيون، أو جرّب كابلًا آخر.'],
      signal: ['لا إشارة', 'تحقق من وصلات كابل الطبق ومن القمر في إعدادات الجهاز. المطر الغزير يُضعف الإشارة لبعض الوقت.'],
      network: ['لا إنترنت', 'أعد تشغيل الموجّه ثم الجهاز. وإن كانت شبكة Wi-Fi ضعيفة فاستخدم كابلًا.'],
      code: ['رُفض الرمز', 'انتهت صلاحيته أو كُتب خطأً. افتح Cloud على الجهاز مرة أخرى فيعرض رمزًا جديدًا.'],
      list: ['لا تصل القائمة', 'اضبط التحديث التلقائي على القوائم السحابية في إعدادات CHMax على الجهاز.'],
    },
    more: 'مزيد من الأدلة، وأشخاص يجيبونك: {help} في البوابة.',
    sample: 'دليل نموذجي للنسخة التجريبية',
  },
  ru: {
    title: 'Первые шаги',
    lead: 'От коробки до собственного списка каналов: шесть шагов, минут десять.',
    connect: {
      satellite: 'Подключите кабель тарелки к разъёму LNB IN, а телевизор — кабелем HDMI. Питание включите последним.',
      network: 'Подключите сетевой кабель, а телевизор — кабелем HDMI. Питание включите последним.',
    },
    start: {
      satellite:
        'Включите приставку и выберите язык. Для ваших списков нужен ещё интернет: по сетевому кабелю, по Wi-Fi или с телефона по USB.',
      network: 'Включите приставку и выберите язык. Если сетевого кабеля нет, выберите свою сеть Wi-Fi в настройках.',
    },
    steps: [
      'Откройте портал в браузере телефона или компьютера и войдите или создайте аккаунт.',
      'На приставке откройте Menu, затем CHMax и Cloud. На экране появятся восемь букв и QR-код; они действуют 15 минут.',
      'На портале откройте раздел {terminal}, затем {bind}. Введите серийный номер дважды и восемь букв один раз или отсканируйте QR-код телефоном.',
      'Укажите список каналов для приставки и нажмите {choose}. Приставка загрузит его сама, когда пробудет в режиме ожидания больше 10 минут.',
    ],
    serial: {
      title: 'Серийный номер',
      text: '12 цифр на наклейке снизу приставки. Держите их под рукой, когда пишете нам.',
    },
    trouble: {
      title: 'Если не получается',
      picture: ['Нет изображения', 'Выберите на телевизоре нужный вход HDMI или попробуйте другой кабель.'],
      signal: [
        'Нет сигнала',
        'Проверьте разъёмы кабеля тарелки и спутник в настройках приставки. Сильный дождь на время ослабляет сигнал.',
      ],
      network: ['Нет интернета', 'Перезапустите роутер, затем приставку. Если Wi-Fi слабый, возьмите кабель.'],
      code: [
        'Код не принимается',
        'Он устарел или введён с ошибкой. Откройте на приставке Cloud ещё раз: появится новый.',
      ],
      list: ['Список не приходит', 'В настройках CHMax на приставке выберите автообновление из облачных списков.'],
    },
    more: 'Другие инструкции и люди, которые отвечают: раздел {help} на портале.',
    sample: 'Образец руководства для демо-версии',
  },
  uk: {
    title: 'Перші кроки',
    lead: 'Від коробки до власного списку каналів: шість кроків, хвилин десять.',
    connect: {
      satellite:
        'Під’єднайте кабель тарілки до роз’єму LNB IN, а телевізор — кабелем HDMI. Живлення вмикайте останнім.',
      network: 'Під’єднайте мережевий кабель, а телевізор — кабелем HDMI. Живлення вмикайте останнім.',
    },
    start: {
      satellite:
        'Увімкніть приставку й виберіть мову. Для ваших списків потрібен ще інтернет: мережевим кабелем, через Wi-Fi або з телефона через USB.',
      network:
        'Увімкніть приставку й виберіть мову. Якщо мережевого кабелю немає, виберіть свою мережу Wi-Fi в налаштуваннях.',
    },
    steps: [
      'Відкрийте портал у браузері телефона чи комп’ютера та увійдіть або створіть акаунт.',
      'На приставці відкрийте Menu, потім CHMax і Cloud. На екрані з’являться вісім літер і QR-код; вони діють 15 хвилин.',
      'На порталі відкрийте розділ {terminal}, потім {bind}. Введіть серійний номер двічі, а вісім літер один раз, або відскануйте QR-код телефоном.',
      'Укажіть список каналів для приставки й натисніть {choose}. Приставка завантажить його сама, коли пробуде в режимі очікування понад 10 хвилин.',
    ],
    serial: {
      title: 'Серійний номер',
      text: '12 цифр на наліпці знизу приставки. Тримайте їх під рукою, коли пишете нам.',
    },
    trouble: {
      title: 'Якщо не виходить',
      picture: ['Немає зображення', 'Виберіть на телевізорі потрібний вхід HDMI або спробуйте інший кабель.'],
      signal: [
        'Немає сигналу',
        'Перевірте роз’єми кабелю тарілки та супутник у налаштуваннях приставки. Сильний дощ на якийсь час послаблює сигнал.',
      ],
      network: ['Немає інтернету', 'Перезапустіть роутер, потім приставку. Якщо Wi-Fi слабкий, візьміть кабель.'],
      code: [
        'Код не приймається',
        'Він застарів або введений з помилкою. Відкрийте на приставці Cloud ще раз: з’явиться новий.',
      ],
      list: ['Список не надходить', 'У налаштуваннях CHMax на приставці виберіть автооновлення з хмарних списків.'],
    },
    more: 'Інші інструкції та люди, які відповідають: розділ {help} на порталі.',
    sample: 'Зразок посібника для демо-версії',
  },
  pt: {
    title: 'Primeiros passos',
    lead: 'Da caixa até a sua própria lista de canais: seis passos, uns dez minutos.',
    connect: {
      satellite: 'Ligue o cabo da antena à entrada LNB IN e a televisão pelo cabo HDMI. A tomada fica por último.',
      network: 'Ligue o cabo de rede e a televisão pelo cabo HDMI. A tomada fica por último.',
    },
    start: {
      satellite:
        'Ligue o receptor e escolha o idioma. Para as suas listas ele também precisa de internet: por cabo de rede, por Wi-Fi ou por USB, do celular.',
      network: 'Ligue o receptor e escolha o idioma. Sem cabo de rede, escolha o seu Wi-Fi nos ajustes.',
    },
    steps: [
      'Abra o portal no navegador do celular ou do computador e entre, ou crie uma conta.',
      'No receptor, abra Menu, depois CHMax e Cloud. A tela mostra oito letras e um QR code; os dois valem por 15 minutos.',
      'No portal, abra {terminal} e depois {bind}. Digite o número de série duas vezes e as oito letras uma vez, ou leia o QR code com o celular.',
      'Selecione uma lista de canais para o receptor e aperte {choose}. O receptor a carrega sozinho depois de mais de 10 minutos em espera.',
    ],
    serial: {
      title: 'O número de série',
      text: '12 dígitos, na etiqueta embaixo do receptor. Tenha-os à mão quando escrever para nós.',
    },
    trouble: {
      title: 'Quando não funciona',
      picture: ['Sem imagem', 'Escolha na televisão a entrada HDMI certa ou tente outro cabo.'],
      signal: [
        'Sem sinal',
        'Confira os conectores do cabo da antena e o satélite nos ajustes do receptor. Chuva forte enfraquece o sinal por um tempo.',
      ],
      network: ['Sem internet', 'Reinicie o roteador e depois o receptor. Se o Wi-Fi estiver fraco, use um cabo.'],
      code: [
        'O código é recusado',
        'Ele expirou ou foi digitado errado. Abra Cloud no receptor de novo: aparece um código novo.',
      ],
      list: [
        'A lista não chega',
        'Nos ajustes do CHMax no receptor, ponha a atualização automática em listas na nuvem.',
      ],
    },
    more: 'Mais guias, e gente que responde: {help}, no portal.',
    sample: 'Manual de exemplo da demonstração',
  },
  es: {
    title: 'Primeros pasos',
    lead: 'De la caja a tu propia lista de canales: seis pasos, unos diez minutos.',
    connect: {
      satellite:
        'Conecta el cable de la antena a LNB IN y el televisor con el cable HDMI. Deja la corriente para el final.',
      network: 'Conecta el cable de red y el televisor con el cable HDMI. Deja la corriente para el final.',
    },
    start: {
      satellite:
        'Enciende el receptor y elige tu idioma. Para tus listas necesita también internet: por cable de red, por Wi-Fi o por USB desde el teléfono.',
      network: 'Enciende el receptor y elige tu idioma. Si no tienes cable de red, elige tu Wi-Fi en los ajustes.',
    },
    steps: [
      'Abre el portal en el navegador del teléfono o de otro equipo y entra, o crea una cuenta.',
      'En el receptor abre Menu, luego CHMax y Cloud. La pantalla muestra ocho letras y un código QR; ambos valen 15 minutos.',
      'En el portal abre {terminal} y luego {bind}. Escribe el número de serie dos veces y las ocho letras una vez, o escanea el código QR con el teléfono.',
      'Selecciona una lista de canales para el receptor y pulsa {choose}. El receptor la carga solo tras más de 10 minutos en espera.',
    ],
    serial: {
      title: 'El número de serie',
      text: '12 dígitos, en la etiqueta de debajo del receptor. Tenlos a mano cuando nos escribas.',
    },
    trouble: {
      title: 'Cuando no funciona',
      picture: ['No hay imagen', 'Elige en el televisor la entrada HDMI correcta o prueba otro cable.'],
      signal: [
        'No hay señal',
        'Comprueba los conectores del cable de la antena y el satélite en los ajustes del receptor. La lluvia fuerte debilita la señal un rato.',
      ],
      network: ['No hay internet', 'Reinicia el router y después el receptor. Si el Wi-Fi es débil, usa un cable.'],
      code: [
        'El código no se acepta',
        'Ha caducado o está mal escrito. Abre Cloud otra vez en el receptor: muestra uno nuevo.',
      ],
      list: [
        'La lista no llega',
        'En los ajustes de CHMax del receptor, pon la actualización automática en listas en la nube.',
      ],
    },
    more: 'Más guías, y personas que responden: {help}, en el portal.',
    sample: 'Manual de muestra de la demo',
  },
  fr: {
    title: 'Premiers pas',
    lead: 'Du carton à votre propre liste de chaînes\u00a0: six étapes, une dizaine de minutes.',
    connect: {
      satellite:
        'Branchez le câble de l’antenne sur LNB IN et le téléviseur avec le câble HDMI. Gardez la prise de courant pour la fin.',
      network: 'Branchez le câble réseau et le téléviseur avec le câble HDMI. Gardez la prise de courant pour la fin.',
    },
    start: {
      satellite:
        'Allumez le boîtier et choisissez votre langue. Pour vos listes, il lui faut aussi Internet\u00a0: par câble réseau, par Wi-Fi ou par USB depuis le téléphone.',
      network:
        'Allumez le boîtier et choisissez votre langue. Sans câble réseau, choisissez votre Wi-Fi dans les réglages.',
    },
    steps: [
      'Ouvrez le portail dans le navigateur du téléphone ou de l’ordinateur et connectez-vous, ou créez un compte.',
      'Sur le boîtier, ouvrez Menu, puis CHMax et Cloud. L’écran affiche huit lettres et un code QR, valables 15 minutes.',
      'Dans le portail, ouvrez {terminal}, puis {bind}. Saisissez deux fois le numéro de série et une fois les huit lettres, ou scannez le code QR avec le téléphone.',
      'Sélectionnez une liste de chaînes pour le boîtier et appuyez sur {choose}. Le boîtier la charge tout seul après plus de 10 minutes de veille.',
    ],
    serial: {
      title: 'Le numéro de série',
      text: '12 chiffres, sur l’étiquette sous le boîtier. Gardez-les sous la main quand vous nous écrivez.',
    },
    trouble: {
      title: 'Si cela ne marche pas',
      picture: ['Pas d’image', 'Choisissez la bonne entrée HDMI sur le téléviseur, ou essayez un autre câble.'],
      signal: [
        'Pas de signal',
        'Vérifiez les fiches du câble de l’antenne et le satellite dans les réglages du boîtier. Une forte pluie affaiblit le signal un moment.',
      ],
      network: ['Pas d’Internet', 'Redémarrez le routeur, puis le boîtier. Si le Wi-Fi est faible, prenez un câble.'],
      code: [
        'Le code est refusé',
        'Il a expiré ou a été mal saisi. Rouvrez Cloud sur le boîtier\u00a0: il en affiche un nouveau.',
      ],
      list: [
        'La liste n’arrive pas',
        'Dans les réglages CHMax du boîtier, réglez la mise à jour automatique sur les listes du cloud.',
      ],
    },
    more: 'D’autres guides, et des gens qui répondent\u00a0: {help}, dans le portail.',
    sample: 'Notice d’exemple de la démo',
  },
}
