/** The legal texts in Spanish. These are samples that the provider replaces. */
import type { LegalTexts } from '../legal-text'

export const texts: LegalTexts = {
  agreement: {
    sample: true,
    title: 'Condiciones de uso',
    lead: 'Lo que puedes esperar de {name} y lo que te pedimos. Se aplican desde que creas una cuenta o usas un servicio.',
    sections: [
      {
        title: 'De qué tratan estas condiciones',
        blocks: [
          '{name} es un portal para dueños de receptores de satélite e IP. Vinculas tus receptores a una cuenta, guardas y editas listas de canales en la nube, pides servicios para tus receptores y hablas con nosotros.',
          'El acuerdo es entre tú y el proveedor de este portal. Quien usa el portal para una empresa actúa en nombre de ella.',
        ],
      },
      {
        title: 'Tu cuenta',
        blocks: [
          'Una cuenta pertenece a una sola persona o empresa. Da datos verdaderos, no compartas tu contraseña, tus códigos ni tus códigos de recuperación, y avísanos enseguida si alguien más puede conocerlos.',
          'Tras 30 minutos sin actividad se cierra tu sesión. En Mi cuenta ves dónde tienes sesiones abiertas y todos los accesos de los últimos 180 días, y puedes cerrar cualquier sesión.',
          'Lo que se haga con tu contraseña cuenta como hecho por ti, salvo que antes nos hubieras avisado de que la perdiste.',
        ],
      },
      {
        title: 'Tus receptores',
        blocks: [
          'Vincula solo receptores que sean tuyos o que puedas administrar. Para vincular hacen falta el número de serie y el código de la pantalla del receptor. Un receptor está vinculado a una sola cuenta a la vez; si hay desacuerdo, escuchamos a ambas partes y decidimos según lo que puedan demostrar.',
          'Un receptor vinculado comunica al portal su versión de software y los datos de su hardware cuando carga su lista. Al desvincularlo pierde al momento el acceso a tus listas.',
        ],
      },
      {
        title: 'Listas de canales en la nube',
        blocks: [
          'Tus listas siguen siendo tuyas. Nos permites guardarlas, convertirlas y entregarlas a tus receptores mientras las tengas aquí.',
          [
            'Puedes guardar hasta 5 listas propias, cada una con hasta 2000 canales.',
            'Se pueden deshacer los últimos 500 pasos de una lista.',
            'Una lista eliminada se puede recuperar durante 30 días; después desaparece.',
          ],
          'Una lista es una tabla de ajustes. No da derecho a ver ningún canal: para los canales cifrados necesitas el permiso de quienes los emiten.',
        ],
      },
      {
        title: 'Servicios y periodos',
        blocks: [
          'Un servicio se compra para un receptor, por su número de serie, y por un número de meses de calendario. Si renuevas antes de tiempo, el periodo nuevo empieza donde acaba el anterior. El periodo se queda con el receptor cuando lo desvinculas.',
          'Algunos servicios están pensados para ciertas regiones. La página del servicio lo dice antes de pagar.',
          'Podemos mejorar un servicio. Si terminamos uno mientras corre tu periodo, te devolvemos la parte que no hayas usado.',
        ],
      },
      {
        title: 'Pagos y reembolsos',
        blocks: [
          'Vale el precio que se muestra al hacer el pedido. Las tarjetas y las carteras las gestionan proveedores de pago: los números de tarjeta nunca llegan a este portal.',
          'Para moneda digital recibes una dirección y un importe válidos durante un tiempo limitado, que indica una cuenta atrás. Envía exactamente ese importe y exactamente en esa moneda. Si llega de menos, puedes enviar el resto en 24 horas. Lo que llegue tarde, de más o en otra moneda se abona en tu cartera al valor que dé el proveedor de pago, una vez confirmado.',
          'Un pedido que no se paga termina por sí solo. Un reembolso quita la parte no usada de un periodo y vuelve por donde vino el pago o a tu cartera. Los derechos que la ley da a los consumidores no cambian.',
        ],
      },
      {
        title: 'Mango y puntos',
        blocks: [
          'Mango es la unidad propia del portal para pagar aquí. No es dinero ni una inversión, no da intereses y no se paga en efectivo. Los puntos son un agradecimiento, por ejemplo por una invitación, y se pueden gastar en pedidos.',
          'Las transferencias entre cuentas son definitivas. Tras diez entradas erróneas de la contraseña de pago, la cartera se bloquea un tiempo y el portal dice hasta cuándo. Si se disputa un pago con tarjeta, el importe queda bloqueado en la cartera hasta que se resuelva.',
        ],
      },
      {
        title: 'Mensajes y comentarios',
        blocks: [
          'Enviamos mensajes en el portal sobre tus receptores, servicios y pedidos, y por correo o SMS solo lo que pediste o lo que protege tu cuenta.',
          'Con un comentario puedes enviar hasta 3 imágenes y 1 vídeo. Envía solo lo que puedas compartir. Lo usamos para responderte y corregir fallos, para nada más.',
        ],
      },
      {
        title: 'Lo que no está permitido',
        blocks: [
          [
            'Probar contraseñas, códigos o números de serie que no son tuyos.',
            'Cargar el portal con programas más allá de los límites publicados.',
            'Compartir, vender o describir formas de eludir el cifrado de los canales.',
            'Subir contenidos ilegales o sobre los que no tienes derechos.',
            'Hacerte pasar por otra persona o por nosotros.',
          ],
          'Si ocurre, podemos limitar o desactivar la cuenta. Decimos por qué, salvo que la ley lo prohíba.',
        ],
      },
      {
        title: 'Disponibilidad y responsabilidad',
        blocks: [
          'Mantenemos el portal con cuidado, pero no sin pausas: el mantenimiento, las redes y los satélites no dependen solo de nosotros. Los receptores siguen funcionando con la última lista que cargaron.',
          'Respondemos sin límite por dolo, negligencia grave y daños a la vida y la salud, y en lo demás por los daños típicos y previsibles. Guarda una copia de las listas que te importen: toda lista se puede exportar.',
        ],
      },
      {
        title: 'Fin del acuerdo',
        blocks: [
          'Puedes dejarlo cuando quieras: desvincula tus receptores y pídenos en {email} que eliminemos tu cuenta. Antes exporta tus listas y usa tu Mango y tus periodos de servicio.',
          'Nosotros podemos terminar el acuerdo con 30 días de aviso, y de inmediato en caso de abuso grave. Lo pagado y no usado se reembolsa entonces, salvo tras un abuso grave.',
        ],
      },
      {
        title: 'Cambios, ley y contacto',
        blocks: [
          'Si estas condiciones cambian, un mensaje del portal te lo dice al menos 30 días antes. Si no estás de acuerdo, puedes terminarlas hasta entonces.',
          'Se aplica la ley del país del proveedor y, con ella, la protección que los consumidores tienen donde viven. Si una frase no fuera válida, las demás lo son.',
          'Escríbenos a {email}. Si no llegamos a un acuerdo, puedes acudir al organismo de mediación de consumo de tu país.',
        ],
      },
    ],
  },
  privacy: {
    sample: true,
    title: 'Privacidad',
    lead: 'Qué sabe {name} de ti, para qué, durante cuánto tiempo y qué puedes hacer al respecto.',
    sections: [
      {
        title: 'Quién es responsable',
        blocks: [
          'El proveedor de este portal es responsable de tus datos. Escribe a {email} para cualquier asunto de esta página.',
        ],
      },
      {
        title: 'Qué se guarda y durante cuánto tiempo',
        blocks: [
          'Solo lo que el portal necesita para funcionar:',
          {
            facts: [
              [
                'Cuenta',
                'Nombre de usuario, idioma y, si los diste, correo, teléfono y país: mientras exista la cuenta. La contraseña se guarda solo como un valor del que no se puede recuperar (Argon2id).',
              ],
              [
                'Sesiones',
                'Cuándo, desde qué dirección y con qué navegador: una sesión termina tras 30 minutos sin actividad. Su registro se borra 30 días después.',
              ],
              [
                'Historial de accesos',
                'Hora, modo, resultado, dirección y navegador de cada acceso y de cada intento fallido: 180 días.',
              ],
              [
                'Formularios sin enviar',
                'Si una sesión termina mientras escribes, lo escrito te espera 24 horas, solo a ti. Nunca incluye contraseñas ni códigos, y Salir lo borra al momento.',
              ],
              ['Códigos por correo o SMS', 'Valen 10 minutos. El registro se borra un día después.'],
              [
                'Correos y SMS que te enviamos',
                'El texto se borra en cuanto se envía. La constancia del envío: 30 días.',
              ],
              [
                'Receptores',
                'Número de serie, modelo, ID del dispositivo, procesador, memoria, versión de software, último contacto y última lista cargada. Al desvincular se borran el nombre del receptor y la elección de su lista.',
              ],
              [
                'Listas de canales',
                'Las listas y sus últimos 500 pasos: hasta que las elimines, y luego 30 días para recuperarlas. Un archivo ilegible o demasiado largo espera una hora tu decisión.',
              ],
              [
                'Mensajes y comentarios',
                'Lo que escribes, lo que respondemos y qué mensajes has leído: mientras exista la cuenta. Los adjuntos de un comentario que no se envía se borran al cabo de un día. De las imágenes se eliminan los datos de la cámara y de ubicación.',
              ],
              [
                'Pedidos, pagos, cartera',
                'Importes, horas, métodos y la referencia del proveedor de pago: el tiempo que exija la ley contable. Ningún número de tarjeta.',
              ],
              ['Tokens de API', 'Su nombre, una pista y el último uso. El token mismo se guarda solo como huella.'],
              ['Límites', 'Contadores por cuenta y dirección contra los intentos en serie: de minutos a un día.'],
              [
                'Registro de auditoría',
                'Quién cambió qué en asuntos de seguridad, como una contraseña o el vínculo de un receptor: mientras exista el portal, para poder resolver disputas.',
              ],
              [
                'Copias de seguridad',
                'Copias de la base de datos; la nueva sustituye a la más antigua. En este ejemplo se guardan 14 días.',
              ],
            ],
          },
        ],
      },
      {
        title: 'El registro del servidor',
        blocks: [
          'De cada solicitud el servidor anota la hora, la dirección de la página, el resultado, la duración y tu dirección de red, para encontrar fallos y ataques. Nunca se anotan contraseñas, códigos, cookies ni el contenido de formularios. En este ejemplo el registro se borra a los 30 días.',
        ],
      },
      {
        title: 'Las cookies y tu navegador',
        blocks: [
          'Solo hay cookies que el portal necesita. Ninguna te sigue a otros sitios, y nada en nuestras páginas viene de terceros.',
          {
            facts: [
              ['Sesión', 'Mantiene tu sesión abierta. Desaparece al terminar la sesión o cerrar el navegador.'],
              ['Idioma', 'El idioma que elegiste: un año.'],
              ['Filas por página', 'Cuántas filas tienen tus tablas: un año.'],
              ['Visitante', 'Distingue a un visitante de otro cuando se pide una comprobación o un código: un día.'],
              ['Notas breves', 'Un mensaje para la página siguiente o el paso de un formulario: minutos.'],
            ],
          },
          'Mientras tengas la sesión abierta, tu navegador guarda también el estado de la página, cifrado, y los cambios aún sin guardar. Salir borra ambas cosas.',
        ],
      },
      {
        title: 'Lo que no hacemos',
        blocks: [
          [
            'Ni publicidad, ni perfiles, ni venta de datos.',
            'Ni seguimiento entre sitios, ni scripts, fuentes o imágenes ajenas.',
            'Ninguna decisión sobre ti tomada solo por una máquina, aparte de los límites contra abusos.',
          ],
        ],
      },
      {
        title: 'Quién más recibe datos',
        blocks: [
          'Solo quien debe, y solo lo que necesita:',
          [
            'el servidor de correo y la pasarela de SMS: tu dirección o número, y el texto;',
            'los proveedores de pago: número de pedido, importe y moneda; los datos de tarjeta los escribes allí;',
            'quien aloja los servidores, obligado por contrato;',
            'las autoridades, cuando una ley nos obliga.',
          ],
        ],
      },
      {
        title: 'Cómo se protegen',
        blocks: [
          'Las conexiones van cifradas, y las contraseñas se cifran otra vez antes de salir de tu navegador, si sus scripts funcionan. Los tokens se guardan como huellas y los secretos de los receptores, cifrados. Cada página y cada llamada comprueba que lo que muestra es tuyo. Puedes añadir una aplicación de autenticación como segundo paso.',
        ],
      },
      {
        title: 'Tus derechos',
        blocks: [
          'Puedes ver tus datos, pedir que se corrijan o eliminen, recibirlos en un formato que lean los programas, limitar su uso y oponerte. Mucho puedes hacerlo tú: cambiar tus datos en Mi cuenta, exportar y eliminar tus listas, desvincular receptores, cerrar sesiones.',
          'Para lo demás escribe a {email}. Respondemos en un mes. También puedes reclamar ante la autoridad de protección de datos de tu país.',
          'Usamos tus datos para cumplir las condiciones de uso, proteger el portal y cumplir la ley: esas son las bases legales.',
        ],
      },
      {
        title: 'Menores',
        blocks: ['El portal es para personas adultas. Los menores lo usan con permiso de sus padres.'],
      },
      {
        title: 'Cambios',
        blocks: [
          'Cuando esta declaración cambie, lo dirá un mensaje del portal. La fecha de arriba es la del último cambio.',
        ],
      },
    ],
  },
}
