-- Which version a box took is known of System and VNO lists only.
SELECT t."listId", t."sn" FROM "ListTaken" t JOIN "ChannelList" l ON l."id" = t."listId" WHERE l."kind" = 'user'
